import { QUOTE } from './json-tokens.js';
import { ARRAY_END, OBJECT_END, JsonReader, ARRAY_START, OBJECT_START } from './json-reader.js';
import type { JsonValue } from './json.js';
import type { Steps } from '#core/steps.js';

/** UTF-16 units, and scalars, that are read in one step. */
const [STEP_UNITS, STEP_SCALARS] = [65_536, 256];

/** An array or object of which elements or members are still to be read. */
type Open =
  | { readonly close: typeof ARRAY_END; readonly value: JsonValue[] }
  | { readonly close: typeof OBJECT_END; readonly value: Record<string, JsonValue>; name: string };

/** Reads a long text in steps, with the results of a `JsonReader`. */
export class LongJsonReader extends JsonReader {
  readonly #open: Open[] = [];
  /** First piece of a long string; escapes take long, so that it is read piece by piece. */
  #begun = '';

  *documentInSteps(): Steps<JsonValue> {
    const value = yield* this.#valueInSteps(0);
    this.end();
    return value;
  }

  /** Parses values as `items` does. */
  *itemsInSteps(end: number, depth: number): Steps<{ values: JsonValue[]; end: number }> {
    const values: JsonValue[] = [];
    for (;;) {
      values.push(yield* this.#valueInSteps(depth));
      if (this.isLastItem(end)) return { values, end: this.at };
    }
  }

  *#valueInSteps(depth: number): Steps<JsonValue> {
    let [end, left] = [this.at + STEP_UNITS, STEP_SCALARS];
    for (;;) {
      const first = this.#first(depth);
      const whole = this.#add(first === undefined ? yield* this.#restOfString() : first);
      if (whole !== undefined) return whole;
      if (--left > 0 && this.at < end) continue;
      yield;
      [end, left] = [this.at + STEP_UNITS, STEP_SCALARS];
    }
  }

  *#restOfString(): Steps<string> {
    let text = this.#begun;
    do {
      yield;
      text += this.piece(this.at + STEP_UNITS);
    } while (!this.endsString());
    return text;
  }

  /** Adds a value, and all that ends with it, to what encloses it. @returns the value of the text at its end */
  #add(value: JsonValue): JsonValue | undefined {
    for (;;) {
      const open = this.#open.at(-1);
      if (!open) return value;
      if (open.close === ARRAY_END) open.value.push(value);
      else open.value[open.name] = value;
      if (this.goesOn(open.close)) {
        this.#next(open);
        return undefined;
      }
      this.#open.pop();
      value = open.value;
    }
  }

  /** Opens what begins here, down to the first scalar or empty value; `undefined` for a long string that has begun. */
  #first(outerDepth: number): JsonValue | undefined {
    for (;;) {
      const code = this.skipSpace();
      if (code === QUOTE) return this.#beginString();
      if (code !== ARRAY_START && code !== OBJECT_START) return this.scalar(code);
      const depth = outerDepth + this.#open.length + 1;
      const open: Open =
        code === ARRAY_START
          ? { close: ARRAY_END, value: this.openArray(depth) }
          : { close: OBJECT_END, value: this.openObject(depth), name: '' };
      if (this.isEmpty(open.close)) return open.value;
      this.#open.push(open);
      this.#next(open);
    }
  }

  /** Reads a short string; the first piece of a longer one is kept. */
  #beginString(): string | undefined {
    this.at++;
    const text = this.piece(this.at + STEP_UNITS);
    if (this.endsString()) return text;
    this.#begun = text;
    return undefined;
  }

  #next(open: Open): void {
    if (open.close === ARRAY_END) this.count();
    else open.name = this.member(open.value);
  }
}
