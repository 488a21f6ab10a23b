import type { PendingInput } from './pending-input.js';

interface Item {
  readonly value: unknown;
  readonly bytes: number;
}

/** Stream that a client uploads with a call; the method reads it with `for await`. */
export class Upload implements AsyncIterableIterator<unknown> {
  readonly #items: Item[] = [];
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  constructor(private readonly pending: PendingInput) {}

  push(value: unknown, bytes: number): void {
    if (this.#end) return;
    this.pending.add(bytes);
    this.#items.push({ value, bytes });
    this.#wake?.();
  }

  /** Ends the stream. @param error makes reading fail after the last item */
  end(error?: Error): void {
    this.#end ??= error ? { error } : {};
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<unknown, undefined>> {
    while (this.#items.length === 0 && !this.#end) await new Promise<void>((resolve) => (this.#wake = resolve));
    const item = this.#items.shift();
    if (item) {
      this.pending.handled(item.bytes);
      return { done: false, value: item.value };
    }
    if (this.#end?.error) throw this.#end.error;
    return { done: true, value: undefined };
  }

  /** Ends the reading; further items are dropped. */
  async return(): Promise<IteratorResult<unknown, undefined>> {
    this.end();
    for (const { bytes } of this.#items.splice(0)) this.pending.handled(bytes);
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
