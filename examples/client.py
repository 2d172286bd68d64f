"""A complete client: starts Portcullis, asks before each tool call, and shows its prompts."""
import json, os, subprocess, sys

program = sys.argv[1] if len(sys.argv) > 1 else "portcullis"
sidecar = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
last_id = 0


def send(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sidecar.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sidecar.stdin.flush()


def receive():
    length = None
    while (line := sidecar.stdout.readline().strip()):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    if length is None:
        raise EOFError("portcullis has ended")
    return json.loads(sidecar.stdout.read(length))


def request(method, params=None):
    """Sends a request and serves the sidecar's own until the answer is there."""
    global last_id
    last_id += 1
    send({"id": last_id, "method": method, "params": params or {}})
    while True:
        message = receive()
        if "method" not in message and message.get("id") == last_id:
            return message
        if message.get("method") == "permissions/prompt":
            send({"id": message["id"], "result": prompt(message["params"])})
        elif "method" in message and "id" in message:
            send({"id": message["id"], "error": {"code": -32601, "message": "not served here"}})


def prompt(params):
    """Where a real runtime shows `lines` to its user, and the labels of `options` below them."""
    print("prompt", params["title"])
    return {"choice": "deny_with_reason", "reason": "nobody is at the keyboard"}


def authorize(tool, value):
    """Only a clear yes is a yes: an error is a deny."""
    answer = request("permissions/authorize", {"tool": tool, "input": value})
    result = answer.get("result") or {"message": answer.get("error", {}).get("message")}
    allowed = result.get("decision") == "allow"
    print("allow" if allowed else "deny ", tool, json.dumps(value))
    if not allowed:
        print("      ", result["message"])
    return allowed


request("initialize", {
    "processId": os.getpid(),
    "capabilities": {"experimental": {"permissions": {"prompt": True}}},
    "initializationOptions": {"session": {"cwd": os.getcwd()}},
})
send({"method": "initialized", "params": {}})

authorize("bash", {"command": "git status && rg TODO src | head"})
authorize("read", {"path": "~/.ssh/id_ed25519"})
authorize("bash", {"command": "git push origin main"})

request("shutdown")
send({"method": "exit"})
