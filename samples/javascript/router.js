'use strict';
// A tiny router with middleware.

const METHODS = ['GET', 'POST', 'DELETE',];
const EMPTY = {}, NONE = [];
let counter = 0;
var legacy = void 0, /* comment */ other;

class Route {
  static #total = 0;
  #handlers = [];
  name = 'route';
  static kinds = new Map([['static', 1], ['param', 2]]);

  constructor(method, pattern, ...handlers) {
    this.method = method;
    this.pattern = pattern instanceof RegExp ? pattern : Route.compile(pattern);
    this.#handlers.push(...handlers);
    Route.#total += 1;
  }

  static compile(pattern) {
    const source = pattern.replace(/:([a-z]\w*)/gi, (_, key) => `(?<${key}>[^/]+)`);
    return new RegExp(`^${source.replace(/\*/g, '.*')}$`, 'u');
  }

  get length() { return this.#handlers.length; }
  set length(value) { this.#handlers.length = value; }

  match(method, path) {
    if (method !== this.method && this.method != '*') return null;
    const found = this.pattern.exec(path);
    return found?.groups ?? (found ? {} : null);
  }

  async *[Symbol.asyncIterator]() {
    for (const handler of this.#handlers) yield handler;
    yield* [];
  }
}

class Router extends Route {
  routes = [];

  constructor({ prefix = '', strict: isStrict = true, ...rest } = {}) {
    super('*', prefix + '/*');
    Object.assign(this, rest, { isStrict });
    for (const method of METHODS) {
      this[method.toLowerCase()] = (path, ...handlers) => {
        this.routes.push(new Route(method, path, ...handlers));
        return this;
      };
    }
  }

  async dispatch(method, path, context = { method, path, 'start-time': Date.now(), [`id${counter++}`]: 1 }) {
    outer: for (const route of this.routes) {
      const params = route.match(method, path);
      if (!params) continue outer;
      try {
        for await (const handler of route) {
          const result = await handler({ ...context, params });
          if (typeof result === 'undefined') break;
          else if (result === false) break outer;
          context.result ??= result;
        }
      } catch ({ message, code = 500 }) {
        context.error = message + ': ' + code;
      } finally {
        delete context.params;
      }
    }
    return context;
  }
}

function* ids(from = 0, step = 1) {
  for (let i = from; ; i += step) {
    const reset = yield i;
    if (reset) i = 0;
  }
}

const [first, , third = 3, ...others] = [1, 2];
const router = new Router({ prefix: '/api' });
const regular = function named(x) { return x > 0 ? named(x - 1) : x ** 2; };

router
  .get('/users/:id', async ({ params: { id } }) => ({ id: parseInt(id, 10), tags: [] }), () => {})
  .post("/users", function () { throw new Error('can\'t \u{1F600}\n'); });

(async () => {
  const { result, error } = await router.dispatch('GET', '/users/42');
  switch (typeof result) {
    case 'object':
      console.log(result?.id, error);
      break;
    case 'string': { counter <<= 1; }
    default:
      counter = ~counter, --counter;
  }
  let n = 0xff + 0b11 + 1_000n.toString().length + .5e1;
  while (n-- > 300 && !('x' in EMPTY)) if (n % 2) continue;
  do { n >>>= 1; } while (n);
  console.log(`a ${n} b ${`nested ${ids(2).next().value}`}`, regular(first), third, others, NONE, legacy, other);
})();

module.exports = { Router, Route, ids, METHODS };
