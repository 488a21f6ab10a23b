import type { Steps } from '../steps.js';
import type { JsonObject, JsonValue } from './json.js';
import { Bare, ARRAY_END, OBJECT_END, JsonReader, ARRAY_START, OBJECT_START } from './json-reader.js';

/** Elements and members that are parsed in one step, at least. */
const STEP_VALUES = 256;

/** A pass over one text in steps (`readJsonInSteps`). */
export class SteppedJsonReader extends JsonReader {
  private valuesBefore = 0;

  *steps(): Steps<JsonValue> {
    return this.whole(yield* this.next(0));
  }

  private *next(depth: number): Steps<JsonValue> {
    const start = this.skipSpace();
    if (start === OBJECT_START) return yield* this.nextObject(depth + 1);
    if (start === ARRAY_START) return yield* this.nextArray(depth + 1);
    return this.value(depth);
  }

  private *nextObject(depth: number): Steps<JsonObject> {
    const object = new Bare();
    if (this.isEmpty(depth, OBJECT_END)) return object;
    do object[this.nameOfMember(object)] = yield* this.next(depth);
    while (!this.isClosed(OBJECT_END, "expected ',' or '}'"));
    return object;
  }

  private *nextArray(depth: number): Steps<JsonValue[]> {
    const array: JsonValue[] = [];
    if (this.isEmpty(depth, ARRAY_END)) return array;
    do {
      this.count();
      if (this.values - this.valuesBefore >= STEP_VALUES) {
        this.valuesBefore = this.values;
        yield;
      }
      array.push(yield* this.next(depth));
    } while (!this.isClosed(ARRAY_END, "expected ',' or ']'"));
    return array;
  }
}
