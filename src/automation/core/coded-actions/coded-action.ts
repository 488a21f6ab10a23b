import type { JsonValue } from '#core/json/json.js';

/** Fault of a value, with its place below `Input` or `Output`, such as `.Lines[0].Sku`. */
export interface ValueFault {
  readonly path: string;
  readonly message: string;
}

/** A coded action as definitions see it. */
export interface CodedAction {
  readonly type: string;
  /** JSON schema of `Input`. */
  readonly input: object;
  /** Names of the members of its output; undefined where only the output tells. */
  readonly outputMembers: readonly string[] | undefined;
  /** Finds the faults of an `Input`, as far as it has no tokens. */
  inputFaults(input: JsonValue): readonly ValueFault[];
}
