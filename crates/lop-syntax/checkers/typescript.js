// Answers for TypeScript and, with the argument `javascript`, for JavaScript. Needs the module typescript.
//
// A TypeScript program is valid if it has no errors but those about modules that are not there. A JavaScript
// program is valid if it can be read and uses no name that nothing defines.
const fs = require("fs");
const ts = require("typescript");

const isJavaScript = process.argv[2] === "javascript";
const options = {
  noEmit: true,
  allowJs: true,
  checkJs: isJavaScript,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  experimentalDecorators: true,
  lib: ["lib.esnext.d.ts"],
  noResolve: true,
  skipLibCheck: true,
  types: [],
};
// What surrounds programs in browsers and in node, of no particular type.
const surroundings = ["window", "document", "self", "navigator", "location", "console", "process", "require", "module",
  "exports", "global", "Buffer", "__dirname", "__filename", "define", "setTimeout", "clearTimeout", "setInterval",
  "clearInterval", "setImmediate", "clearImmediate", "queueMicrotask", "fetch", "URL", "URLSearchParams", "Event",
  "EventTarget", "AbortController", "AbortSignal", "TextEncoder", "TextDecoder", "performance", "crypto", "Blob",
  "FormData", "Headers", "Request", "Response", "WebSocket", "XMLHttpRequest", "Node", "Element", "HTMLElement",
  "structuredClone", "MessageChannel", "ReadableStream", "WritableStream", "TransformStream", "DOMException",
  "describe", "it", "test", "expect", "beforeEach", "afterEach"];
const around = "/surroundings.d.ts";
const ambient = surroundings.map((name) => `declare var ${name}: any; type ${name} = any;`).join("\n");
// No value or type with this name; no value for a short property; declared twice.
const aboutNames = new Set([2304, 2552, 2503, 18004, 2451, 2300, 2448]);
// No such module; no types for it.
const aboutModules = new Set([2307, 2792, 7016, 2306, 5097, 2691]);

const host = ts.createCompilerHost(options);
const sources = new Map();
const read = host.getSourceFile;
host.getSourceFile = (name, version) => {
  if (name === around) return sources.get(name) ?? keep(name, ts.createSourceFile(name, ambient, version, true));
  if (!name.includes("/lib.")) return read(name, version);
  return sources.get(name) ?? keep(name, read(name, version));
};
const keep = (name, source) => (sources.set(name, source), source);

let last;
const isValid = (path) => {
  const program = ts.createProgram([around, path], options, host, last);
  last = program;
  const file = program.getSourceFile(path);
  if (program.getSyntacticDiagnostics(file).length > 0) return false;
  const isFatal = ({ category, code }) =>
    category === ts.DiagnosticCategory.Error && (isJavaScript ? aboutNames.has(code) : !aboutModules.has(code));
  return !program.getSemanticDiagnostics(file).some(isFatal);
};

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (path) => {
  let answer = "no";
  try {
    if (isValid(path)) answer = "ok";
  } catch {
    last = undefined;
  }
  fs.writeSync(1, answer + "\n");
});
