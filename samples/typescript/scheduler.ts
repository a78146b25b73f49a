import type { Readable } from 'stream';
import * as path from 'path';
import fs, { promises as files, type Stats } from 'fs';

type Task<R = void> = {
  readonly id: symbol;
  name: string;
  run(signal: AbortSignal): Promise<R>;
  after?: Array<Task<unknown>['id']>;
};

interface Options extends Partial<Record<'retries' | 'limit', number>> {
  onError?: (error: Error) => void;
  new?: never;
}

type Constructor<T extends object = {}> = new (...args: any[]) => T;
type Keys = keyof Options;
type Callback = typeof process.nextTick;

function sealed(target: Function, _context?: unknown): void {
  Object.seal(target.prototype);
}

function logged(prefix: string) {
  return function (_target: unknown, _key: unknown, descriptor?: any): any {
    void prefix;
    return descriptor;
  };
}

function Timestamped<B extends Constructor>(Base: B) {
  return class extends Base {
    created = Date.now();
  };
}

@sealed
class Scheduler {
  private static defaults: Required<Pick<Options, 'retries'>> = { retries: 3 };
  private queue: Task<any>[] = [];
  private running = new WeakMap<object, number>();
  readonly options: Options & { retries: number };

  constructor(options: Options = {}) {
    this.options = { ...Scheduler.defaults, ...options };
  }

  @logged('add')
  add<R>(task: Omit<Task<R>, 'id'>): Task<R> {
    const full: Task<R> = { ...task, id: Symbol(task.name) };
    this.queue.push(full);
    return full;
  }

  async *drain(signal?: AbortSignal): AsyncGenerator<[string, unknown], void, undefined> {
    const own = new AbortController();
    signal?.addEventListener('abort', () => own.abort(), { once: true });
    while (this.queue.length > 0) {
      const task = this.queue.shift()!;
      let attempt = 0;
      retry: do {
        try {
          yield [task.name, await task.run(own.signal)];
          break retry;
        } catch (error) {
          const problem = error as Error;
          if (attempt >= this.options.retries || own.signal.aborted) {
            this.options.onError?.(problem);
          } else {
            continue;
          }
        }
      } while (++attempt < (this.options.limit ?? Infinity));
      this.running.set(task, attempt);
    }
  }
}

const Stamped = Timestamped(class { label: string | null = null; });
const sizes: { [file: string]: number } = {};
const handlers: ((size: number) => void)[] = [];
let unknownValue: unknown = <number>3;
let matrix: number[][] = [[1, 2], [], [3]], maybe: Stats | undefined;

async function sizeOf(file: string): Promise<number>;
async function sizeOf(file: string, fallback: number): Promise<number>;
async function sizeOf(file: string, fallback = 0): Promise<number> {
  if (!fs.existsSync(file)) return fallback;
  ({ size: sizes[file] } = await files.stat(path.join('.', file)));
  return sizes[file]!;
}

export async function main(stream: Readable | null, ...names: string[]): Promise<void> {
  const scheduler = new Scheduler({ limit: 2, onError: console.error });
  for (const name of names) {
    scheduler.add({ name, run: () => sizeOf(name, -1) });
  }
  for await (const [name, value] of scheduler.drain()) {
    handlers.forEach((handler, index) => index % 2 === 0 && handler(Number(value)));
    console.log(`${name}: ${typeof value === 'number' ? value.toFixed(2) : 'none'}`);
  }
  const key: Keys = 'retries', stamped = new Stamped();
  stream?.on('data', (chunk: Buffer): void => { unknownValue = chunk[0] as unknown as bigint; });
  if (unknownValue !== null && maybe?.isFile() && matrix[0]?.[1] === 2) delete sizes[key];
  else stamped.label ||= "it's \"done\"\n";
}

export type { Callback, Task };
export default Scheduler;
