/** Something that holds output to be written. */
interface Flushable {
  flush(): void;
}

/** Connections written in one turn of the event loop: a broadcast to all must not hold up requests. */
const SLICE = 500;

/** Writes queued output in turns: what one turn of the event loop produced for a client leaves as one write. */
export class Flusher {
  readonly #waiting: Flushable[] = [];

  add(one: Flushable): void {
    if (this.#waiting.push(one) === 1) setImmediate(() => this.#run());
  }

  #run(): void {
    const slice = this.#waiting.splice(0, SLICE);
    if (this.#waiting.length > 0) setImmediate(() => this.#run());
    for (const one of slice) one.flush();
  }
}
