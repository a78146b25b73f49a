#!/usr/bin/env node
/**
 * A priority queue and a few helpers that use it.
 */

function PriorityQueue(compare) {
  if (!(this instanceof PriorityQueue)) return new PriorityQueue(compare);
  this.items = [];
  this.compare = compare || function (a, b) { return a < b ? -1 : a > b ? 1 : 0; };
}

PriorityQueue.prototype.push = function (item) {
  var at = this.items.length, parent;
  this.items.push(item);
  while (at > 0) {
    parent = (at - 1) >> 1;
    if (this.compare(this.items[parent], item) <= 0) break;
    this.items[at] = this.items[parent];
    at = parent;
  }
  this.items[at] = item;
  return this;
};

PriorityQueue.prototype.pop = function () {
  if (this.items.length === 0) return undefined;
  const top = this.items[0], last = this.items.pop();
  if (this.items.length) {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.items.length) break;
      if (child + 1 < this.items.length && this.compare(this.items[child + 1], this.items[child]) < 0) child++;
      if (this.compare(last, this.items[child]) <= 0) break;
      this.items[at] = this.items[child];
      at = child;
    }
    this.items[at] = last;
  }
  return top;
};

const graph = {
  a: { b: 7, c: 9, 'long name': 14 },
  b: { c: 10, d: 15 },
  c: { d: 11, 'long name': 2 },
  d: {},
  'long name': { d: 9 },
  get size() { return Object.keys(this).length - 1; },
  async load() { await null; },
  *walk() { yield 'a'; },
  1: null,
  ...{},
};

const distances = (start) => {
  const best = new Map();
  const queue = PriorityQueue(([a], [b]) => a - b);
  queue.push([0, start]);
  for (let next; (next = queue.pop()) !== undefined;) {
    const [distance, node] = next;
    if (best.has(node)) continue;
    best.set(node, distance);
    for (const key in graph[node]) {
      if (Object.prototype.hasOwnProperty.call(graph[node], key)) {
        queue.push([distance + graph[node][key], key]);
      }
    }
  }
  return best;
};

const range = (n) => [...Array(n).keys()];
const compose = (...fns) => x => fns.reduceRight((v, f) => f(v), x);
const delay = ms => new Promise(resolve => setTimeout(resolve, ms));

async function main(args) {
  const squares = range(5).map(n => n * n).filter(Boolean);
  const label = compose(s => s + '!', s => s.trim?.() ?? '')('  done ');
  await Promise.all([delay(1), delay(2)]);
  if (args.length > 2 && args[2] === '--quiet' || squares == null) {
    return;
  } else if (/[/\]]+\/(?:x|y)*$/m.test(label)) {
    console.error("unexpected\x20label");
  } else {
    for (const [node, distance] of distances('a')) console.log(node, distance);
  }
  try {
    null.field;
  } catch {
    console.log(label, squares.length, graph.size, typeof null, +true, -'3', !0);
  }
  const tagged = String.raw`\n${1 + 1}`;
  return tagged, void 0;
}

if (require.main === module) {
  main(process.argv).catch((error) => { console.error(error); process.exit(1); });
}
