// A complete client: starts Portcullis, asks before each tool call, and shows its prompts.
import { spawn } from "node:child_process";

type Message = { id?: number | string; method?: string; params?: any; result?: any; error?: { message: string } };

const sidecar = spawn(process.argv[2] ?? "portcullis", ["serve"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map<number | string, (answer: Message) => void>();
let lastId = 0;

function send(message: Message): void {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  sidecar.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
  sidecar.stdin.write(body);
}

function request(method: string, params: object = {}): Promise<Message> {
  const id = ++lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ id, method, params });
  });
}

let buffered = Buffer.alloc(0);
sidecar.stdout.on("data", (chunk: Buffer) => {
  buffered = Buffer.concat([buffered, chunk]);
  for (;;) {
    const head = buffered.indexOf("\r\n\r\n");
    const length = Number(/content-length: *(\d+)/i.exec(buffered.toString("latin1", 0, Math.max(head, 0)))?.[1]);
    if (head < 0 || buffered.length < head + 4 + length) return;
    const body = buffered.toString("utf8", head + 4, head + 4 + length);
    buffered = buffered.subarray(head + 4 + length);
    receive(JSON.parse(body));
  }
});

// A sidecar that is gone answers nothing any more, so nothing is allowed any more.
sidecar.on("exit", () => waiting.forEach((resolve) => resolve({ error: { message: "portcullis has ended" } })));

function receive(message: Message): void {
  if (message.method === undefined) {
    waiting.get(message.id!)?.(message);
    waiting.delete(message.id!);
  } else if (message.method === "permissions/prompt") {
    send({ id: message.id, result: prompt(message.params) });
  } else if (message.id !== undefined) {
    send({ id: message.id, error: { code: -32601, message: `${message.method} is not served here` } as any });
  }
}

// Where a real runtime shows `lines` to its user, and the labels of `options` below them.
function prompt(params: { title: string; lines: string[]; options: { id: string; label: string }[] }): object {
  console.log(`prompt ${params.title}`);
  return { choice: "deny_with_reason", reason: "nobody is at the keyboard" };
}

// Only a clear yes is a yes: an error is a deny.
async function authorize(tool: string, input: object): Promise<boolean> {
  const { result, error } = await request("permissions/authorize", { tool, input });
  const allowed = result?.decision === "allow";
  console.log(`${allowed ? "allow" : "deny"}  ${tool} ${JSON.stringify(input)}`);
  if (!allowed) console.log(`       ${result?.message ?? error?.message}`);
  return allowed;
}

await request("initialize", {
  processId: process.pid,
  capabilities: { experimental: { permissions: { prompt: true } } },
  initializationOptions: { session: { cwd: process.cwd() } },
});
send({ method: "initialized", params: {} });

await authorize("bash", { command: "git status && rg TODO src | head" });
await authorize("read", { path: "~/.ssh/id_ed25519" });
await authorize("bash", { command: "git push origin main" });

await request("shutdown");
send({ method: "exit" });
