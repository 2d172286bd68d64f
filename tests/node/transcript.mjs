// A whole session driven by vscode-jsonrpc, a client that shares no code with Portcullis. Prints one line for each step
// and ends with 0 only if all of them came out as docs/protocol.md says.
//
// usage: node transcript.mjs PORTCULLIS PROJECT CONFIG STATE
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import rpc from "vscode-jsonrpc/node.js";

const [program, cwd, configDir, stateDir] = process.argv.slice(2);
const sidecar = spawn(program, ["serve"], { stdio: ["pipe", "pipe", "inherit"], cwd });
const ended = new Promise((resolve) => sidecar.on("exit", (code, signal) => resolve({ code, signal })));
const connection = rpc.createMessageConnection(
  new rpc.StreamMessageReader(sidecar.stdout),
  new rpc.StreamMessageWriter(sidecar.stdin),
);

// What the server sends, in order; `seen` waits for the next message of a method that nobody has taken.
const log = [];
const takers = [];
function note(method, params, token) {
  const entry = { method, params, token, answer: undefined };
  const at = takers.findIndex((taker) => taker.method === method);
  if (at >= 0) takers.splice(at, 1)[0].resolve(entry);
  else log.push(entry);
  return entry;
}
function seen(method) {
  const at = log.findIndex((entry) => entry.method === method);
  if (at >= 0) return Promise.resolve(log.splice(at, 1)[0]);
  return new Promise((resolve) => takers.push({ method, resolve }));
}

for (const method of ["ready", "ui_prompt", "decision", "policyChanged"].map((name) => `permissions/${name}`)) {
  connection.onNotification(method, (params) => void note(method, params));
}
connection.onRequest("permissions/prompt", (params, token) => {
  return new Promise((resolve, reject) => {
    const entry = note("permissions/prompt", params, token);
    entry.answer = resolve;
    token.onCancellationRequested(() => {
      note("withdrawn", params);
      reject(new rpc.ResponseError(rpc.ErrorCodes.RequestCancelled ?? -32800, "withdrawn"));
    });
  });
});
connection.listen();

const step = (text) => console.log(`ok ${text}`);
const bash = (command) => ({ tool: "bash", input: { command }, toolCallId: command });

// 1. The handshake.
const hello = await connection.sendRequest("initialize", {
  processId: process.pid,
  rootUri: null,
  capabilities: { experimental: { permissions: { prompt: true, promptColumns: 80 } } },
  initializationOptions: { session: { id: "transcript", cwd }, configDir, stateDir },
});
assert.equal(hello.serverInfo.name, "portcullis");
assert.equal(hello.capabilities.experimental.permissions.version, 1);
assert.equal(hello.capabilities.experimental.permissions.sessionId, "transcript");
await connection.sendNotification("initialized", {});
await seen("permissions/ready");
step("initialize");

// 2. A check, and a call that needs nobody.
const check = await connection.sendRequest("permissions/check", bash("git status"));
assert.equal(check.state, "allow");
assert.equal(check.source, "config");
assert.equal(check.matchedPattern, "git status *");
const allowed = await connection.sendRequest("permissions/authorize", bash("git log --oneline"));
assert.equal(allowed.decision, "allow");
assert.equal(allowed.resolution, "policy_allow");
assert.equal((await seen("permissions/decision")).params.requestId, allowed.requestId);
step("a check");

// 3. An ask that is answered; another request is not delayed by it.
const asked = connection.sendRequest("permissions/authorize", bash("git push origin main"));
const prompt = await seen("permissions/prompt");
const announced = await seen("permissions/ui_prompt");
assert.equal(announced.params.requestId, prompt.params.requestId);
assert.deepEqual(
  prompt.params.options.map((option) => option.id),
  ["approve", "approve_for_session", "deny", "deny_with_reason"],
);
assert.ok(prompt.params.lines.some((line) => line.includes("git push origin main")));
assert.equal((await connection.sendRequest("permissions/check", bash("git diff"))).state, "allow");
prompt.answer({ choice: "approve", reason: "go ahead", via: "dialog" });
const approved = await asked;
assert.equal(approved.decision, "allow");
assert.equal(approved.resolution, "user_approved");
assert.deepEqual(approved.decidedBy, { kind: "user", via: "dialog" });
assert.ok(approved.message.includes("go ahead"));
const decision = await seen("permissions/decision");
assert.equal(decision.params.requestId, approved.requestId);
assert.equal(decision.params.result, "allow");
step("an ask answered");

// 4. An ask that the runtime takes back.
const source = new rpc.CancellationTokenSource();
const cancelled = connection.sendRequest("permissions/authorize", bash("git push origin next"), source.token);
await seen("permissions/prompt");
source.cancel();
await assert.rejects(cancelled, (error) => error.code === -32800);
await seen("withdrawn");
const taken = await seen("permissions/decision");
assert.equal(taken.params.result, "deny");
assert.equal(taken.params.cause, "cancelled");
step("an ask cancelled");

// 5. A reload that finds a file it can't read: the last readable policy stays, but its allows are asked about.
const policy = path.join(configDir, "policy.jsonc");
const good = readFileSync(policy);
writeFileSync(policy, "{ permission: {");
const broken = await connection.sendRequest("permissions/reload", {});
assert.equal(broken.files.find((file) => file.path === policy).state, "unreadable");
assert.ok(broken.problems.some((problem) => problem.file === policy && problem.severity === "error"));
assert.ok((await seen("permissions/policyChanged")).params.problems.length > 0);
assert.equal((await connection.sendRequest("permissions/check", bash("git status"))).state, "ask");
writeFileSync(policy, good);
const mended = await connection.sendRequest("permissions/reload", {});
assert.deepEqual(mended.problems, []);
assert.equal((await connection.sendRequest("permissions/check", bash("git status"))).state, "allow");
step("a reload with an error");

// 6. What is no request of the protocol.
await assert.rejects(connection.sendRequest("permissions/unheard", {}), (error) => error.code === -32601);
await assert.rejects(
  connection.sendRequest("permissions/check", { tool: "bash" }),
  (error) => error.code === -32602 && typeof error.data.field === "string",
);
step("errors");

// 7. The end, with an ask waiting: it is denied, its prompt withdrawn, and then the answer to shutdown comes.
const last = connection.sendRequest("permissions/authorize", bash("git push origin late"));
await seen("permissions/prompt");
const order = [];
const lastSettled = last.then((result) => {
  order.push("authorize");
  return result;
});
const answer = await connection.sendRequest("shutdown");
order.push("shutdown");
assert.equal(answer, null);
const denied = await lastSettled;
assert.deepEqual(order, ["authorize", "shutdown"]);
assert.equal(denied.decision, "deny");
assert.equal(denied.cause, "shutdown");
await seen("withdrawn");
await connection.sendNotification("exit");
assert.deepEqual(await ended, { code: 0, signal: null });
step("shutdown with an ask waiting");
