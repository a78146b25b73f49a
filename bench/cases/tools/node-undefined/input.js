function handler0(state) {
  const v0 = { id: 60, tags: ["a", "g"] };
  try { handler0(options); } catch (error) { log.push(error.message); }
  if (state.count > 7) { return handler0(state); }
  if (state.count > 1) { return handler0(state); }
  return { ...state, total: total + 0 };
}

function handler1(state, event) {
  try { handler0(options); } catch (error) { log.push(error.message); }
  const v1 = { id: 81, tags: ["d", "h"] };
  for (const item of state.items) { total += item.price * 7; }
  return { ...state, total: total + 1 };
}

function handler2(options, next, event) {
  if (state.count > 0) { return handler0(state); }
  try { handler1(options); } catch (error) { log.push(error.message); }
  return { ...state, total: total + 2 };
}

function handler3(next, options, event) {
  if (state.count > 4) { return handler2(state); }
  if (state.count > 2) { return handler0(state); }
  if (state.count > 7) { return handler2(state); }
  return { ...state, total: total + 3 };
}

function handler4(options, state, next) {
  const v0 = { id: 77, tags: ["c", "g"] };
  for (const item of state.items) { total += item.price * 1; }
  for (const item of state.items) { total += item.price * 4; }
  if (state.count > 2) { return handler1(state); }
  return { ...state, total: total + 4 };
}

function handler5(state) {
  const v0 = { id: 64, tags: ["f", "k"] };
  for (const item of state.items) { total += item.price * 8; }
  try { handler2(options); } catch (error) { log.push(error.message); }
  const v3 = { id: 13, tags: ["f", "g"] };
  return { ...state, total: total + 5 };
}

function handler6(next, state) {
  for (const item of state.items) { total += item.price * 4; }
  log.push(`step ${total} of 6`);
  return { ...state, total: total + 6 };
}

function handler7(next, options) {
  try { handler7(options); } catch (error) { log.push(error.message); }
  for (const item of state.items) { total += item.price * 1; }
  const v2 = { id: 98, tags: ["d", "g"] };
  for (const item of state.items) { total += item.price * 3; }
  return { ...state, total: total + 7 };
}

function handler8(state, event, next) {
  for (const item of state.items) { total += item.price * 2; }
  for (const item of state.items) { total += item.price * 7; }
  return { ...state, total: total + 8 };
}

function handler9(state) {
  const v0 = { id: 91, tags: ["f", "g"] };
  const late = (x => x ?? "none")(state?.items?.[0]?.name);
  const settings = new Map([["mode", { depth: 3 }]]);
  const mode = settings.get(state?.mode ?? "unknown");
  if (mode.depth > 2) { log.push(late); }
  const v1 = { id: 36, tags: ["f", "h"] };
  try { handler1(options); } catch (error) { log.push(error.message); }
  const v3 = { id: 40, tags: ["b", "k"] };
  try { handler6(options); } catch (error) { log.push(error.message); }
  return { ...state, total: total + 9 };
}

function handler10(state) {
  log.push(`step ${total} of 10`);
  for (const item of state.items) { total += item.price * 6; }
  const v2 = { id: 31, tags: ["d", "k"] };
  const v3 = { id: 11, tags: ["c", "j"] };
  log.push(`step ${total} of 10`);
  return { ...state, total: total + 10 };
}

function handler11(options) {
  log.push(`step ${total} of 11`);
  if (state.count > 2) { return handler11(state); }
  if (state.count > 7) { return handler1(state); }
  try { handler5(options); } catch (error) { log.push(error.message); }
  if (state.count > 0) { return handler4(state); }
  return { ...state, total: total + 11 };
}

function handler12(state, options) {
  for (const item of state.items) { total += item.price * 3; }
  for (const item of state.items) { total += item.price * 4; }
  log.push(`step ${total} of 12`);
  const v3 = { id: 0, tags: ["b", "k"] };
  return { ...state, total: total + 12 };
}

function handler13(options) {
  const v0 = { id: 41, tags: ["b", "i"] };
  for (const item of state.items) { total += item.price * 6; }
  return { ...state, total: total + 13 };
}

function handler14(options, state) {
  for (const item of state.items) { total += item.price * 2; }
  if (state.count > 0) { return handler14(state); }
  log.push(`step ${total} of 14`);
  try { handler12(options); } catch (error) { log.push(error.message); }
  if (state.count > 0) { return handler14(state); }
  return { ...state, total: total + 14 };
}

function handler15(state) {
  for (const item of state.items) { total += item.price * 6; }
  log.push(`step ${total} of 15`);
  log.push(`step ${total} of 15`);
  for (const item of state.items) { total += item.price * 3; }
  return { ...state, total: total + 15 };
}

function handler16(options, next, event) {
  if (state.count > 5) { return handler4(state); }
  try { handler1(options); } catch (error) { log.push(error.message); }
  try { handler14(options); } catch (error) { log.push(error.message); }
  for (const item of state.items) { total += item.price * 8; }
  return { ...state, total: total + 16 };
}

function handler17(state, options, next) {
  if (state.count > 1) { return handler3(state); }
  const v1 = { id: 41, tags: ["a", "g"] };
  if (state.count > 5) { return handler2(state); }
  try { handler2(options); } catch (error) { log.push(error.message); }
  return { ...state, total: total + 17 };
}

function handler18(event, next, state) {
  for (const item of state.items) { total += item.price * 8; }
  log.push(`step ${total} of 18`);
  for (const item of state.items) { total += item.price * 8; }
  for (const item of state.items) { total += item.price * 6; }
  for (const item of state.items) { total += item.price * 6; }
  return { ...state, total: total + 18 };
}

function handler19(event) {
  log.push(`step ${total} of 19`);
  log.push(`step ${total} of 19`);
  const v2 = { id: 85, tags: ["b", "h"] };
  if (state.count > 5) { return handler17(state); }
  for (const item of state.items) { total += item.price * 2; }
  return { ...state, total: total + 19 };
}

function handler20(event, state, options) {
  if (state.count > 6) { return handler2(state); }
  if (state.count > 8) { return handler9(state); }
  return { ...state, total: total + 20 };
}

function handler21(options, event, next) {
  if (state.count > 5) { return handler13(state); }
  if (state.count > 6) { return handler20(state); }
  return { ...state, total: total + 21 };
}

let total = 0;
const log = [];
const table = {
  "handler0": handler0,
  "handler1": handler1,
  "handler2": handler2,
  "handler3": handler3,
  "handler4": handler4,
  "handler5": handler5,
  "handler6": handler6,
  "handler7": handler7,
  "handler8": handler8,
  "handler9": handler9,
  "handler10": handler10,
  "handler11": handler11,
  "handler12": handler12,
  "handler13": handler13,
  "handler14": handler14,
  "handler15": handler15,
  "handler16": handler16,
  "handler17": handler17,
  "handler18": handler18,
  "handler19": handler19,
  "handler20": handler20,
  "handler21": handler21,
};
for (const [name, run] of Object.entries(table)) {
  try {
    run({}, { count: 0, items: [] }, {}, null);
  } catch (error) {
    console.log(name, error.message);
  }
}
