// Opens a report in headless Chromium and uses it as a person does:
//
//     node browser.mjs page.html [pictures]
//
// Speaks the browser's own protocol through pipes, so it needs nothing but node and Chromium. With a second
// argument it leaves pictures of the page there, light and dark.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [page, pictures] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "lop-browser-"));
const browser = spawn(process.env.CHROMIUM || "chromium", [
  "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-dev-shm-usage", `--user-data-dir=${home}`, "--remote-debugging-pipe",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });

let session, messages = 0, rest = "";
const waiting = new Map(), complaints = [], requests = [], seen = new Map();
browser.stdio[4].setEncoding("utf8");
browser.stdio[4].on("data", data => {
  const parts = (rest + data).split("\0");
  rest = parts.pop();
  parts.forEach(part => hear(JSON.parse(part)));
});

function hear(message) {
  if (message.id) {
    const { done, failed } = waiting.get(message.id);
    message.error ? failed(new Error(message.error.message)) : done(message.result);
    return;
  }
  const { method, params } = message;
  if (method === "Runtime.exceptionThrown") complaints.push(params.exceptionDetails.exception?.description);
  if (method === "Runtime.consoleAPICalled") complaints.push(params.args.map(argument => argument.value).join(" "));
  if (method === "Log.entryAdded" && params.entry.level === "error") complaints.push(params.entry.text);
  if (method === "Network.requestWillBeSent") requests.push(params.request.url);
  seen.get(method)?.();
}

function say(method, params = {}) {
  const id = ++messages;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + "\0");
  return new Promise((done, failed) => waiting.set(id, { done, failed }));
}

async function evaluate(expression) {
  const { result, exceptionDetails } = await say("Runtime.evaluate", { expression, returnByValue: true });
  assert.equal(exceptionDetails, undefined, `${expression}: ${exceptionDetails?.exception?.description}`);
  return result.value;
}

async function press(key) {
  const codes = { ArrowRight: 39, ArrowLeft: 37, End: 35, Home: 36 };
  for (const type of ["keyDown", "keyUp"]) {
    await say("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: codes[key] });
  }
}

async function open() {
  const { targetId } = await say("Target.createTarget", { url: "about:blank" });
  session = (await say("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await say(`${domain}.enable`);
  await say("Emulation.setDeviceMetricsOverride", { width: 1100, height: 900, deviceScaleFactor: 1, mobile: false });
  const loaded = new Promise(done => seen.set("Page.loadEventFired", done));
  await say("Page.navigate", { url: pathToFileURL(resolve(page)).href });
  await loaded;
}

async function use() {
  for (const id of ["over-questions", "over-time", "workers"]) {
    assert.ok(await evaluate(`document.querySelectorAll("#${id} svg path[d]").length`) > 0, `no picture in ${id}`);
  }
  for (const id of ["stages", "rules", "caches"]) {
    assert.ok(await evaluate(`document.querySelectorAll("#${id} tr").length`) > 1, `no rows in ${id}`);
  }
  assert.ok(await evaluate(`document.querySelectorAll("#figures div").length`) >= 5, "no figures");
  assert.ok(await evaluate(`document.querySelectorAll("#explained mark").length`) > 0, "nothing is explained");

  const last = Number(await evaluate(`document.getElementById("slider").max`));
  assert.ok(last >= 2, `${last} steps`);
  const step = () => evaluate(`document.getElementById("step").textContent`);
  await evaluate(`document.getElementById("slider").focus()`);
  await press("Home");
  assert.match(await step(), /^The input/);
  const words = new Set([await step()]);
  for (let at = 1; at <= last; at++) {
    await press("ArrowRight");
    words.add(await step());
    const change = await evaluate(`document.querySelectorAll("#diff del, #diff ins").length + document.getElementById("diff").textContent.length`);
    assert.ok(change > 0, `step ${at} shows nothing`);
  }
  assert.equal(words.size, last + 1, "every step says something else");
  await press("ArrowLeft");
  assert.equal(Number(await evaluate(`document.getElementById("slider").value`)), last - 1);
  await evaluate(`document.getElementById("last").click(); document.getElementById("whole").click()`);
  const program = await evaluate(`document.getElementById("diff").textContent.trim()`);
  assert.equal(await evaluate(`document.querySelector("#result-text pre").textContent.trim()`), program);
  await evaluate(`document.getElementById("first-program").open = true`);
  await new Promise(done => setTimeout(done, 100));
  assert.ok(await evaluate(`document.querySelectorAll("#first-program pre").length`) === 1, "the input can be looked at");
  if (process.env.RESULT !== undefined) assert.equal(program, process.env.RESULT.trim());
  await evaluate(`document.getElementById("whole").click(); document.querySelector("#explained tr.pick").click()`);
  assert.ok(await evaluate(`document.querySelectorAll("mark.chosen").length`) > 0, "a reason shows its tokens");
}

// The browser's helpers outlive it and go on writing, so all of its group has to end before its home can go.
async function close() {
  const over = new Promise(done => browser.on("close", done));
  process.kill(-browser.pid, "SIGKILL");
  await over;
  for (let tries = 1; ; tries++) {
    try {
      return rmSync(home, { recursive: true, force: true });
    } catch (error) {
      if (tries === 50) return console.error(`${home} stays behind: ${error.message}`);
      await new Promise(done => setTimeout(done, 100));
    }
  }
}

async function photograph() {
  for (const value of ["light", "dark"]) {
    await say("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
    const { data } = await say("Page.captureScreenshot", { format: "png", captureBeyondViewport: true, clip: await clip() });
    writeFileSync(join(pictures, `${value}.png`), Buffer.from(data, "base64"));
  }
}

async function clip() {
  const { cssContentSize } = await say("Page.getLayoutMetrics");
  return { x: 0, y: 0, width: cssContentSize.width, height: Math.min(cssContentSize.height, 4000), scale: 1 };
}

try {
  await open();
  await use();
  if (pictures) await photograph();
  assert.deepEqual(complaints, [], "the console is quiet");
  assert.deepEqual(requests.filter(url => !/^(file|data|about):/.test(url)), [], "nothing is fetched");
  console.log(`${page}: all is there`);
} finally {
  await close();
}
