// CUE v0.4.3, as npm's cue-wasm 1.0.0 has it: evaluated once, or kept warm for many files.
//
//   node serve.js install     unpacks the evaluator in $BENCH_TOOLS/cue-wasm-1.0.0, and puts this file beside it
//   node serve.js &           answers on the socket $BENCH_TOOLS/cue.sock until it gets SIGTERM
//   node export.js FILE       evaluates one file
//
// An answer is a line, "ok", "error" or "timeout", and then the JSON or the message.
const fs = require("fs");
const http = require("http");
const path = require("path");
const zlib = require("zlib");
const { Worker, isMainThread, parentPort } = require("worker_threads");

const tools = process.env.BENCH_TOOLS || "/opt/bench-tools";
const home = path.join(tools, "cue-wasm-1.0.0");
const dist = path.join(home, "node_modules", "cue-wasm", "dist");
const SLOWEST_MS = 10000;
// An evaluator keeps memory; after so many files there is a new one.
const FILES_PER_EVALUATOR = 200;

function evaluator() {
  globalThis.fs = fs;
  globalThis.CueWasmAPI = {};
  if (!globalThis.Go) {
    const glue = fs.readdirSync(dist).find((name) => name.startsWith("wasm_exec.full"));
    (0, eval)(fs.readFileSync(path.join(dist, glue), "utf8"));
  }
  const module = new WebAssembly.Module(fs.readFileSync(path.join(home, "cue.wasm")));
  return () => {
    const go = new Go();
    go.run(new WebAssembly.Instance(module, go.importObject));
    return (text) => {
      const answer = CueWasmAPI._toJSONImpl(text);
      return answer && answer.error ? `error\n${answer.error}` : `ok\n${answer && answer.value !== undefined ? answer.value : JSON.stringify(answer)}`;
    };
  };
}

function install() {
  const packed = fs.readdirSync(dist).find((name) => /^cue\.wasm\.full\.inline.*\.js$/.test(name));
  const base64 = /"(H4sI[^"]+)"/.exec(fs.readFileSync(path.join(dist, packed), "utf8"))[1];
  fs.writeFileSync(path.join(home, "cue.wasm"), zlib.gunzipSync(Buffer.from(base64, "base64")));
  fs.copyFileSync(__filename, path.join(home, "export.js"));
}

function work() {
  const make = evaluator();
  let evaluate = make();
  let files = 0;
  parentPort.on("message", (text) => {
    if (++files % FILES_PER_EVALUATOR === 0) evaluate = make();
    let answer;
    try {
      answer = evaluate(text);
    } catch (failure) {
      answer = `error\npanic: ${failure}`;
      evaluate = make();
    }
    parentPort.postMessage(answer);
  });
  parentPort.postMessage("ready");
}

function serve() {
  const socket = path.join(tools, "cue.sock");
  const waiting = [];
  const idle = [];
  const start = () => {
    const slot = { worker: new Worker(__filename, { stdout: true, stderr: true, resourceLimits: { stackSizeMb: 32 } }), job: null };
    // The first message says that the evaluator is compiled, which may take longer than any file.
    slot.worker.on("message", (said) => {
      end(slot, said);
      idle.push(slot);
      next();
    });
    slot.worker.on("error", () => fail(slot, "error\nevaluator crashed"));
    slot.worker.on("exit", () => fail(slot, "error\nevaluator exited"));
  };
  const next = () => {
    if (!idle.length || !waiting.length) return;
    const slot = idle.shift();
    slot.job = waiting.shift();
    slot.timer = setTimeout(() => fail(slot, "timeout\n"), SLOWEST_MS);
    slot.worker.postMessage(slot.job.text);
  };
  const end = (slot, said) => {
    clearTimeout(slot.timer);
    if (slot.job) slot.job.answer(said);
    slot.job = null;
  };
  const fail = (slot, said) => {
    if (!slot.job) return;
    end(slot, said);
    slot.worker.terminate();
    start();
  };
  for (let slot = 0; slot < 2; slot++) start();
  fs.rmSync(socket, { force: true });
  const server = http.createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      waiting.push({ text: Buffer.concat(parts).toString("utf8"), answer: (said) => response.end(said) });
      next();
    });
  });
  server.listen(socket);
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => { fs.rmSync(socket, { force: true }); process.exit(0); });
  }
}

if (!isMainThread) work();
else if (process.argv[2] === "install") install();
else if (process.argv[2]) {
  console.log(evaluator()()(fs.readFileSync(process.argv[2], "utf8")));
  process.exit(0);
} else serve();
