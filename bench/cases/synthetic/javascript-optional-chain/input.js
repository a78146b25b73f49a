function handler0(next, event, options) {
  if (state.count > 4) { return handler0(state); }
  const v1 = { id: 64, tags: ["d", "k"] };
  const v2 = { id: 97, tags: ["a", "j"] };
  return { ...state, total: total + 0 };
}

function handler1(state, options, next) {
  try { handler1(options); } catch (error) { log.push(error.message); }
  try { handler0(options); } catch (error) { log.push(error.message); }
  try { handler1(options); } catch (error) { log.push(error.message); }
  try { handler0(options); } catch (error) { log.push(error.message); }
  log.push(`step ${total} of 1`);
  return { ...state, total: total + 1 };
}

function handler2(event, state) {
  for (const item of state.items) { total += item.price * 2; }
  if (state.count > 6) { return handler0(state); }
  if (state.count > 4) { return handler0(state); }
  if (state.count > 5) { return handler0(state); }
  for (const item of state.items) { total += item.price * 3; }
  return { ...state, total: total + 2 };
}

function handler3(event) {
  log.push(`step ${total} of 3`);
  if (state.count > 3) { return handler1(state); }
  log.push(`step ${total} of 3`);
  try { handler3(options); } catch (error) { log.push(error.message); }
  for (const item of state.items) { total += item.price * 7; }
  return { ...state, total: total + 3 };
}

function handler4(options, event) {
  const v0 = { id: 43, tags: ["e", "j"] };
  log.push(`step ${total} of 4`);
  const v2 = { id: 49, tags: ["c", "k"] };
  try { handler2(options); } catch (error) { log.push(error.message); }
  return { ...state, total: total + 4 };
}

function handler5(event) {
  const v0 = { id: 10, tags: ["c", "i"] };
  const v1 = { id: 23, tags: ["c", "h"] };
  log.push(`step ${total} of 5`);
  return { ...state, total: total + 5 };
}

function handler6(next, event) {
  for (const item of state.items) { total += item.price * 2; }
  for (const item of state.items) { total += item.price * 1; }
  if (state.count > 6) { return handler0(state); }
  for (const item of state.items) { total += item.price * 1; }
  const v4 = { id: 33, tags: ["a", "k"] };
  return { ...state, total: total + 6 };
}

function handler7(options) {
  log.push(`step ${total} of 7`);
  const v1 = { id: 43, tags: ["e", "j"] };
  return { ...state, total: total + 7 };
}

function handler8(state, event, options) {
  if (state.count > 4) { return handler0(state); }
  if (state.count > 3) { return handler4(state); }
  return { ...state, total: total + 8 };
}

function handler9(state, next) {
  try { handler2(options); } catch (error) { log.push(error.message); }
  const late = (x => x ?? "none")(state?.items?.[0]?.name);
  for (const item of state.items) { total += item.price * 6; }
  const v2 = { id: 32, tags: ["a", "g"] };
  const v3 = { id: 93, tags: ["e", "k"] };
  if (state.count > 8) { return handler7(state); }
  return { ...state, total: total + 9 };
}

function handler10(event, options) {
  log.push(`step ${total} of 10`);
  try { handler6(options); } catch (error) { log.push(error.message); }
  try { handler4(options); } catch (error) { log.push(error.message); }
  if (state.count > 3) { return handler5(state); }
  if (state.count > 2) { return handler6(state); }
  return { ...state, total: total + 10 };
}

function handler11(state) {
  const v0 = { id: 80, tags: ["f", "i"] };
  log.push(`step ${total} of 11`);
  return { ...state, total: total + 11 };
}

function handler12(event) {
  try { handler10(options); } catch (error) { log.push(error.message); }
  for (const item of state.items) { total += item.price * 4; }
  for (const item of state.items) { total += item.price * 1; }
  log.push(`step ${total} of 12`);
  if (state.count > 2) { return handler4(state); }
  return { ...state, total: total + 12 };
}

function handler13(options) {
  for (const item of state.items) { total += item.price * 6; }
  if (state.count > 0) { return handler4(state); }
  if (state.count > 5) { return handler2(state); }
  const v3 = { id: 42, tags: ["d", "g"] };
  return { ...state, total: total + 13 };
}

function handler14(state, event) {
  const v0 = { id: 33, tags: ["a", "h"] };
  log.push(`step ${total} of 14`);
  return { ...state, total: total + 14 };
}

function handler15(next) {
  for (const item of state.items) { total += item.price * 5; }
  if (state.count > 1) { return handler4(state); }
  return { ...state, total: total + 15 };
}

function handler16(next, state, options) {
  for (const item of state.items) { total += item.price * 3; }
  const v1 = { id: 91, tags: ["e", "j"] };
  try { handler4(options); } catch (error) { log.push(error.message); }
  return { ...state, total: total + 16 };
}

function handler17(event, options, next) {
  const v0 = { id: 5, tags: ["b", "i"] };
  const v1 = { id: 48, tags: ["d", "k"] };
  return { ...state, total: total + 17 };
}

function handler18(event, options, next) {
  for (const item of state.items) { total += item.price * 1; }
  log.push(`step ${total} of 18`);
  const v2 = { id: 95, tags: ["e", "k"] };
  const v3 = { id: 84, tags: ["e", "g"] };
  log.push(`step ${total} of 18`);
  return { ...state, total: total + 18 };
}

function handler19(options) {
  if (state.count > 3) { return handler14(state); }
  log.push(`step ${total} of 19`);
  log.push(`step ${total} of 19`);
  return { ...state, total: total + 19 };
}

function handler20(options, event) {
  const v0 = { id: 76, tags: ["b", "i"] };
  for (const item of state.items) { total += item.price * 5; }
  try { handler18(options); } catch (error) { log.push(error.message); }
  return { ...state, total: total + 20 };
}

function handler21(next) {
  log.push(`step ${total} of 21`);
  for (const item of state.items) { total += item.price * 2; }
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
  log.push(name, run);
}
