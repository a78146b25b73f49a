/** Typed events and a store built on them. */
export type Listener<T> = (event: T, ...rest: readonly unknown[]) => void | Promise<void>;
type Primitive = string | number | boolean | bigint | null | undefined;
type DeepReadonly<T> = T extends Primitive ? T : { readonly [K in keyof T]: DeepReadonly<T[K]> };
type Getters<T> = { [K in keyof T as `get${Capitalize<string & K>}`]-?: () => T[K] };
type Unwrap<T> = T extends Promise<infer U> ? U : T extends (infer E)[] ? E : never;

export interface EventMap {
  open: { at: Date };
  close: { code: number; reason?: string };
  [extra: string]: object;
}

export enum Level {
  Debug,
  Info = 10,
  Error = Info << 1,
}

declare const VERSION: string;
declare function assertNever(value: never): never;

export abstract class Emitter<M extends EventMap = EventMap> {
  private readonly listeners = new Map<keyof M, Set<Listener<any>>>();
  protected static instances: number = 0;
  public label?: string;
  declare hidden: boolean;

  constructor(protected readonly name: string, private level: Level = Level.Info) {
    Emitter.instances++;
  }

  abstract describe(): string;

  on<K extends keyof M>(key: K, listener: Listener<M[K]>): () => boolean {
    let set = this.listeners.get(key);
    if (!set) {
      set = new Set();
      this.listeners.set(key, set);
    }
    set.add(listener);
    return () => set!.delete(listener);
  }

  async emit<K extends keyof M>(key: K, event: M[K]): Promise<number> {
    let count = 0;
    for (const listener of this.listeners.get(key) ?? []) {
      try {
        await listener(event, count++, VERSION);
      } catch (error: unknown) {
        if (error instanceof Error && this.level < Level.Error) throw error;
      }
    }
    return count;
  }

  get size(): number { return this.listeners.size; }
  set size(_value: number) {}
}

class Socket extends Emitter implements Iterable<number> {
  #bytes: number[] = [];

  override describe(this: Socket): string {
    return `${this.name}#${this.#bytes.length satisfies number}`;
  }

  *[Symbol.iterator](): IterableIterator<number> {
    yield* this.#bytes;
  }
}

export function parse(text: string): number;
export function parse(text: string, radix: number): bigint;
export function parse(text: string, radix?: number): number | bigint {
  return radix === undefined ? Number(text) : BigInt(parseInt(text, radix));
}

function isClose(value: EventMap[keyof EventMap]): value is EventMap['close'] {
  return 'code' in value && typeof (value as { code: unknown }).code === 'number';
}

namespace Shapes {
  export type Shape =
    | { kind: 'circle'; radius: number }
    | { kind: 'square'; side: number };
  export const area = (shape: Shape): number => {
    switch (shape.kind) {
      case 'circle': return Math.PI * shape.radius ** 2;
      case 'square': return shape.side * shape.side;
      default: return assertNever(shape);
    }
  };
}

const pair: [first: number, second?: string, ...rest: boolean[]] = [1, 'two', true,];
const frozen = { a: 1, b: { c: [] as string[] } } as const;
let view: DeepReadonly<typeof frozen>, getters: Partial<Getters<{ id: number }>> = {};
const identity = <T,>(value: T): T => value;
const socket = new Socket('main', Level.Debug);
socket.on('close', async (event) => { if (isClose(event)) console.log(event.reason?.length); });
export const item: Unwrap<Promise<number>> = identity<number>(Shapes.area({ kind: 'square', side: 2 }));
export { Socket as default, pair, view, getters };
