"use strict";
// The page is drawn from the data in it. Texts are strings of bytes, so that splices fit; they are decoded when
// they are shown. Nothing of the data is ever read as HTML.
const data = JSON.parse(document.getElementById("data").textContent);
const at = id => document.getElementById(id);
const shown = bytes => new TextDecoder().decode(Uint8Array.from(bytes, byte => byte.charCodeAt(0)));
const number = value => value.toLocaleString("en");
const percent = (part, whole) => whole ? (100 * part / whole).toFixed(1) + " %" : "–";
const seconds = value => value < 100 ? value.toFixed(1) + " s" : number(Math.round(value)) + " s";

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function svg(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// Rows that `isIdle` says are of no interest are folded into one.
function table(place, heads, rows, isIdle) {
  const head = element("tr");
  heads.forEach((text, column) => head.append(element("th", text, column ? "" : "words")));
  place.append(head);
  const folded = [];
  for (const cells of rows) {
    const row = element("tr");
    cells.forEach((text, column) => row.append(element("td", text, column ? "" : "words")));
    if (isIdle && isIdle(cells)) folded.push(row);
    else place.append(row);
  }
  if (folded.length) place.append(unfolding(folded, heads.length));
}

function unfolding(rows, columns) {
  const row = element("tr"), cell = element("td", undefined, "words");
  const button = element("button", `${number(rows.length)} without a query`);
  button.type = "button";
  cell.colSpan = columns;
  cell.append(button);
  row.append(cell);
  button.addEventListener("click", () => row.replaceWith(...rows));
  return row;
}

// ---- colours ----------------------------------------------------------------------------------------------------

// Words, numbers, strings and comments look alike in most languages; which words are keywords and how comments begin
// is in the data.
const escaped = text => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const LEXEMES = new RegExp([
  data.comments.includes("/*") ? "(?<block>\\/\\*[\\s\\S]*?\\*\\/)" : "(?<block>(?!))",
  `(?<line>${data.comments.filter(sign => sign !== "/*").map(sign => escaped(sign) + ".*").join("|") || "(?!)"})`,
  "(?<string>\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*')",
  "(?<digits>\\b\\d[\\w.]*)",
  "(?<word>[A-Za-z_]\\w*)",
].join("|"), "g");
const KEYWORDS = new Set(data.keywords);
const PAINTED = 200000;     // What is longer stays plain.

function paint(place, text) {
  if (text.length > PAINTED) {
    place.append(text);
    return;
  }
  let from = 0;
  for (const found of text.matchAll(LEXEMES)) {
    const { block, line, string, digits, word } = found.groups;
    const kind = block || line ? "comment" : string ? "string" : digits ? "digits" : KEYWORDS.has(word) ? "keyword" : "";
    if (!kind) continue;
    place.append(text.slice(from, found.index), element("span", found[0], kind));
    from = found.index + found[0].length;
  }
  place.append(text.slice(from));
}

function painted(name, text) {
  const made = element(name);
  paint(made, text);
  return made;
}

// ---- figures ----------------------------------------------------------------------------------------------------

const { start, end, steps } = data;
const lastStep = steps[steps.length - 1];
at("input").textContent = start.input;
at("summary").textContent =
  `lop ${start.version}, ${start.algorithm} with ${start.list}, cache ${start.cache}, ` +
  `${start.jobs} ${start.jobs === 1 ? "job" : "jobs"}: ${end ? end.stopped : "not over when this was made"}. ` +
  `The result is in ${start.output}.`;
at("command").textContent = start.command;
at("test").textContent = shown(start.test);
function mostlyGone() {
  const gone = steps[0].tokens - lastStep.tokens;
  const step = steps.find(step => steps[0].tokens - step.tokens >= 0.97 * gone);
  return gone > 0 ? seconds(step.t) : "–";
}
const asked = data.rules.reduce((sum, rule) => sum + rule.asked, 0);
const known = data.rules.reduce((sum, rule) => sum + rule.known, 0);
const yes = data.rules.reduce((sum, rule) => sum + rule.interesting, 0);
for (const [value, label] of [
  [`${number(steps[0].tokens)} → ${number(lastStep.tokens)}`, "tokens"],
  [`${number(steps[0].bytes)} → ${number(lastStep.bytes)}`, "bytes"],
  [mostlyGone(), "until 97 % of the removed tokens were gone"],
  [number(asked), "queries"],
  [percent(yes, asked), "of them interesting"],
  [percent(known, asked + known), "known without a run"],
  [number(data.runs.length), "runs of the test"],
  [seconds(data.seconds), "in all"],
]) {
  const box = element("div");
  box.append(element("b", value), element("span", label));
  at("figures").append(box);
}

// ---- curves -----------------------------------------------------------------------------------------------------

const WIDTH = 900, HEIGHT = 220, LEFT = 64, RIGHT = 12, TOP = 8, BOTTOM = 28;

function curve(place, key, most, label) {
  const high = Math.log10(Math.max(steps[0].tokens, 2));
  const low = Math.min(high - 0.1, Math.log10(Math.max(1, Math.min(...steps.map(step => step.tokens)))));
  const x = value => LEFT + (WIDTH - LEFT - RIGHT) * value / Math.max(most, 1e-9);
  const y = tokens => TOP + (HEIGHT - TOP - BOTTOM) * (high - Math.log10(Math.max(tokens, 1))) / (high - low);
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  picture.append(svg("path", { class: "axis", d: `M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}` }));
  let path = `M${x(0)} ${y(steps[0].tokens)}`;
  for (const step of steps.slice(1)) path += `H${x(step[key]).toFixed(1)}V${y(step.tokens).toFixed(1)}`;
  picture.append(svg("path", { class: "curve", d: path + `H${x(most)}` }));
  for (const power of [0, 1, 2, 3, 4, 5, 6, 7]) {
    if (power > low && power < high) {
      picture.append(svg("path", { class: "axis", d: `M${LEFT - 4} ${y(10 ** power)}h4` }));
      if (y(10 ** power) - TOP > 14 && HEIGHT - BOTTOM - y(10 ** power) > 14) {
        picture.append(svg("text", { x: LEFT - 8, y: y(10 ** power) + 4, "text-anchor": "end" }, number(10 ** power)));
      }
    }
  }
  picture.append(svg("text", { x: LEFT - 8, y: TOP + 8, "text-anchor": "end" }, number(steps[0].tokens)));
  picture.append(svg("text", { x: LEFT - 8, y: HEIGHT - BOTTOM, "text-anchor": "end" }, number(Math.round(10 ** low))));
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const value = most * part;
    const text = key === "t" ? seconds(value) : number(Math.round(value));
    const anchor = part === 0 ? "start" : part === 1 ? "end" : "middle";
    picture.append(svg("text", { x: x(value), y: HEIGHT - 8, "text-anchor": anchor }, text));
  }
  const here = svg("path", { class: "here", d: "" });
  picture.append(here);
  place.append(picture);
  return step => here.setAttribute("d", `M${x(step[key])} ${TOP}V${HEIGHT - BOTTOM}`);
}

const marks = [
  curve(at("over-questions"), "n", Math.max(data.questions, 1), "tokens over queries, with a logarithmic scale"),
  curve(at("over-time"), "t", Math.max(data.seconds, 0.001), "tokens over time, with a logarithmic scale"),
];

// ---- tables -----------------------------------------------------------------------------------------------------

table(at("stages"),
  ["stage", "tokens", "removed", "asked", "known", "interesting", "time", "tokens a query"],
  data.stages.map(stage => {
    const removed = stage.before - stage.after;
    const name = (stage.file ? `${stage.name}: ${stage.file}` : stage.name) + (stage.stopped ? ` (${stage.stopped})` : "");
    return [name, `${number(stage.before)} → ${number(stage.after)}`, number(removed), number(stage.asked),
      number(stage.known), percent(stage.interesting, stage.asked), seconds(stage.seconds),
      stage.asked ? (removed / stage.asked).toFixed(2) : "–"];
  }), cells => cells[3] === "0");
table(at("rules"),
  ["rule", "change", "asked", "known", "interesting", "success", "tokens removed"],
  data.rules.map(rule => [rule.rule, rule.change, number(rule.asked), number(rule.known), number(rule.interesting),
    percent(rule.interesting, rule.asked), number(rule.tokens)]), cells => cells[2] === "0");
table(at("caches"),
  ["search", "scheme", "known", "of queries", "entries", "most bytes"],
  data.caches.map((cache, index) => [cache.file || `search ${index + 1}`, cache.scheme, number(cache.known),
    percent(cache.known, cache.known + cache.asked), number(cache.entries), number(cache.peak_bytes)]),
  cells => cells[3] === "–");

// ---- workers ----------------------------------------------------------------------------------------------------

function workers(place) {
  const slots = Math.max(1, ...data.runs.map(run => run[0] + 1));
  const row = 18, height = TOP + slots * row + BOTTOM;
  const most = Math.max(data.seconds, 0.001);
  const x = value => LEFT + (WIDTH - LEFT - RIGHT) * value / most;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": "what each worker did, over time" });
  const paths = { yes: "", no: "", late: "", cancelled: "" };
  let busy = 0;
  for (const [slot, t, took, kind] of data.runs) {
    busy += took;
    const length = Math.max(0.4, x(t + took) - x(t));
    paths[kind] += `M${x(t).toFixed(2)} ${TOP + slot * row + row / 2}h${length.toFixed(2)}`;
  }
  for (const [kind, d] of Object.entries(paths)) {
    picture.append(svg("path", { class: kind, d, "stroke-width": row - 6, fill: "none" }));
  }
  for (let slot = 0; slot < slots; slot++) {
    picture.append(svg("text", { x: LEFT - 8, y: TOP + slot * row + row / 2 + 4, "text-anchor": "end" }, `${slot + 1}`));
  }
  picture.append(svg("text", { x: LEFT, y: height - 8 }, "0 s"));
  picture.append(svg("text", { x: WIDTH - RIGHT, y: height - 8, "text-anchor": "end" }, seconds(most)));
  place.append(picture);
  at("workers-note").textContent = `Busy for ${percent(busy, most * slots)} of the time.`;
  for (const [kind, text] of [["yes", "interesting"], ["no", "not"], ["late", "took too long"], ["cancelled", "not wanted any more"]]) {
    at("workers-note").append(element("span", undefined, `key ${kind}`), text);
  }
}
workers(at("workers"));

// ---- every step -------------------------------------------------------------------------------------------------

const EVERY = 64;           // A program is kept for every so many steps.
const CONTEXT = 2;          // Lines around a change.
const LONG = 6000;          // What is longer is shown without its middle.
const kept = [{ ...data.texts }];

function splice(text, splices) {
  let made = "", from = 0;
  for (const [start, end, put] of splices) {
    made += text.slice(from, start) + (put || "");
    from = end;
  }
  return made + text.slice(from);
}

function follow(texts, step) {
  if (step.texts) return { ...step.texts };
  const next = { ...texts };
  for (const path of step.dropped || []) delete next[path];
  if (step.file && next[step.file] !== undefined) next[step.file] = splice(next[step.file], step.splices);
  return next;
}

function textsAt(index) {
  let texts = kept[Math.min(Math.floor(index / EVERY), kept.length - 1)];
  for (let at = (Math.min(Math.floor(index / EVERY), kept.length - 1)) * EVERY + 1; at <= index; at++) {
    texts = follow(texts, steps[at]);
    if (at % EVERY === 0) kept[at / EVERY] = texts;
  }
  return texts;
}

function shortened(text) {
  if (text.length <= LONG) return shown(text);
  const half = LONG / 2;
  return `${shown(text.slice(0, half))}\n… ${number(text.length - LONG)} bytes …\n${shown(text.slice(-half))}`;
}

function lineBefore(text, place, lines) {
  let found = place;
  for (let count = 0; count <= lines && found > 0; count++) found = text.lastIndexOf("\n", found - 1);
  return Math.max(0, found + (found > 0 ? 1 : 0));
}

function lineAfter(text, place, lines) {
  let found = place - 1;
  for (let count = 0; count <= lines; count++) {
    found = text.indexOf("\n", found + 1);
    if (found < 0) return text.length;
  }
  return found + 1;
}

function showDiff(place, text, splices) {
  let from = 0;
  splices.forEach(([start, end, put], index) => {
    const top = Math.max(from, lineBefore(text, start, CONTEXT));
    if (top > from) place.append(element("span", "…", "cut"));
    paint(place, shown(text.slice(top, start)));
    if (end > start) place.append(painted("del", shortened(text.slice(start, end))));
    if (put) place.append(painted("ins", shortened(put)));
    const next = splices[index + 1];
    const limit = next ? next[0] : text.length;
    from = Math.min(limit, lineAfter(text, end, CONTEXT));
    paint(place, shown(text.slice(end, from)));
  });
  if (from < text.length) place.append(element("span", "…", "cut"));
}

function showTexts(place, texts) {
  const paths = Object.keys(texts);
  for (const path of paths) {
    if (paths.length > 1) place.append(element("span", `==> ${path}`, "cut"));
    paint(place, shown(texts[path]) + "\n");
  }
}

function show(index) {
  const step = steps[index];
  const place = at("diff");
  place.replaceChildren();
  const before = steps[Math.max(0, index - 1)];
  at("step").textContent = index === 0
    ? `The input: ${number(step.tokens)} tokens, ${number(step.bytes)} bytes.`
    : `Step ${number(index)} of ${number(steps.length - 1)}: ${number(step.tokens)} tokens, ${number(step.bytes)} bytes ` +
      `(${number(before.tokens - step.tokens)} tokens less), after ${number(step.n)} queries and ${seconds(step.t)}` +
      `${step.file ? ", in " + step.file : ""}${step.reason ? ": " + step.reason : ""}.`;
  if (at("whole").checked || index === 0 || step.texts) {
    showTexts(place, textsAt(index));
  } else {
    for (const path of step.dropped || []) place.append(element("del", path), "\n");
    if (step.file) showDiff(place, textsAt(index - 1)[step.file] || "", step.splices);
  }
  for (const mark of marks) mark(step);
}

const slider = at("slider");
slider.max = steps.length - 1;
function go(index) {
  slider.value = Math.max(0, Math.min(steps.length - 1, index));
  show(Number(slider.value));
}
slider.addEventListener("input", () => show(Number(slider.value)));
at("whole").addEventListener("change", () => show(Number(slider.value)));
at("first").addEventListener("click", () => go(0));
at("previous").addEventListener("click", () => go(Number(slider.value) - 1));
at("next").addEventListener("click", () => go(Number(slider.value) + 1));
at("last").addEventListener("click", () => go(steps.length - 1));
go(Math.min(1, steps.length - 1));

// ---- what is left -----------------------------------------------------------------------------------------------

const SHOWN_TOKENS = 20000;
const tint = reason => `hsl(${(reason * 137.5 + 200) % 360} 55% 48%)`;

function explained(file) {
  const place = element("div");
  if (data.explained.length > 1) place.append(element("h3", file.path));
  const text = element("pre");
  text.tabIndex = 0;
  let from = 0;
  for (const [start, end, reason, tried, n, rule, together] of file.tokens.slice(0, SHOWN_TOKENS)) {
    text.append(shown(file.text.slice(from, start)));
    const mark = element("mark", shown(file.text.slice(start, end)));
    mark.style.setProperty("--tint", tint(reason));
    mark.dataset.reason = reason;
    const words = file.reasons[reason].words;
    mark.title = n ? `${words}\nquery ${number(n)}: ${rule}, ${number(together)} tokens; ${number(tried)} queries in all` : words;
    text.append(mark);
    from = end;
  }
  text.append(shown(file.text.slice(from)));
  const reasons = element("table");
  table(reasons, ["", "tokens", "what happened without them"], []);
  reasons.querySelector("th:last-child").className = "words";
  file.reasons.forEach((reason, index) => {
    const row = element("tr", undefined, "pick");
    row.tabIndex = 0;
    const letter = element("span", reason.letter, "letter");
    letter.style.setProperty("--tint", tint(index));
    const head = element("td", undefined, "words");
    head.append(letter);
    row.append(head, element("td", number(reason.tokens)), element("td", reason.words, "words"));
    const pick = () => {
      for (const mark of text.querySelectorAll("mark")) {
        mark.classList.toggle("chosen", mark.dataset.reason === String(index) && !mark.classList.contains("chosen"));
      }
    };
    row.addEventListener("click", pick);
    row.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        pick();
      }
    });
    reasons.append(row);
  });
  place.append(text, reasons);
  return place;
}
for (const file of data.explained) at("explained").append(explained(file));

// ---- first and last ---------------------------------------------------------------------------------------------

at("first-program").addEventListener("toggle", () => {
  if (at("first-program").querySelector("pre")) return;
  const text = element("pre");
  showTexts(text, textsAt(0));
  at("first-program").append(text);
});
const result = element("pre");
result.tabIndex = 0;
showTexts(result, textsAt(steps.length - 1));
at("result-text").append(result);
