import { Faults, type ErrorCode } from '../errors.js';
import { nearMiss } from '../nearest.js';
import { isArray, isObject, JsonNumber, kindOf, type JsonObject, type JsonValue } from '../json/json.js';

/** `Fields` + `Name` → `Fields.Name`; the root has the empty path. */
const join = (path: string, member: string): string => (path ? `${path}.${member}` : member);

/** Unknown members a request may have: clients repeat their own ones in every filter, but no more often than this. */
const MAX_UNKNOWN = 1_000;

/**
 * Reads the shape of a request body, member by member, and collects every fault instead of stopping at the first. One
 * reader serves one request; `faults.throwIfAny()` ends the reading.
 */
export class ShapeReader {
  readonly faults = new Faults();
  #unknowns = 0;

  /**
   * @param strict refuse every unknown member (`Prefer: handling=strict`) instead of near misses only.
   * @param absentValueIsNull the environment's setting: a `Value` that is left out is null.
   * @param log lines for the answer's `Log`: unknown members that were ignored, each once.
   */
  constructor(
    readonly strict: boolean,
    readonly absentValueIsNull = false,
    readonly log: string[] = [],
  ) {}

  /**
   * The members of an object. A member outside `known` is refused when it is a near miss (or always, when strict) and
   * otherwise logged and ignored (contract §1). Anything but an object is a fault and reads as an empty one.
   */
  object(json: JsonValue | undefined, path: string, known: readonly string[]): Members {
    if (!isObject(json)) {
      this.faults.add('Validation', `${path || 'The body'} must be an object, not ${kindOf(json)}.`, { path });
      return new Members(this, {}, path);
    }
    const meant = Object.keys(json).map((name) => (known.includes(name) ? undefined : this.unknown(name, path, known)));
    return new Members(this, json, path, meant);
  }

  /** Refuses, or ignores with a line in the log, a member that is none of the known. @returns the one it is a near miss of */
  unknown(name: string, path: string, known: readonly string[]): string | undefined {
    if (++this.#unknowns > MAX_UNKNOWN) {
      this.faults.add('UnknownMember', `The body has more than ${MAX_UNKNOWN} unknown members.`, { path });
      this.faults.throwIfAny();
    }
    const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name;
    const at = join(path, shown);
    const near = nearMiss(name, known);
    if (near) this.faults.add('UnknownMember', `Unknown member '${shown}', did you mean '${near}'?`, { path: at });
    else if (this.strict) this.faults.add('UnknownMember', `Unknown member '${shown}'.`, { path: at });
    else this.#ignore(`Unknown member '${at}' was ignored.`);
    return near;
  }

  /** A body may be read more than once, as an insert and as an update. */
  #ignore(line: string): void {
    if (!this.log.includes(line)) this.log.push(line);
  }
}

/** One object of a body being read. Every method names the member in its fault and answers `undefined` then. */
export class Members {
  constructor(
    private readonly reader: ShapeReader,
    private readonly json: JsonObject,
    readonly path: string,
    /** Known members that unknown ones of the object are near misses of; these are faults already. */
    private readonly misspelt: readonly (string | undefined)[] = [],
  ) {}

  /** Whether the member is absent, and another one is a near miss of it: then its absence is no fault of its own. */
  isMisspelt(name: string): boolean {
    return this.json[name] === undefined && this.misspelt.includes(name);
  }

  /** The member as it came; `undefined` when it is absent. */
  value(name: string): JsonValue | undefined {
    return this.json[name];
  }

  /** Present and not null. */
  has(name: string): boolean {
    return this.json[name] !== undefined && this.json[name] !== null;
  }

  at(name: string): string {
    return join(this.path, name);
  }

  fault(name: string, message: string, code: ErrorCode = 'Validation'): undefined {
    this.reader.faults.add(code, message, { path: this.at(name) });
    return undefined;
  }

  /**
   * A `Value` that must be there, though it may be null: who leaves it out may have misspelt it, or have meant a value that
   * was lost on its way.
   */
  requiredValue(): JsonValue | undefined {
    const value = this.json.Value;
    if (value !== undefined || this.isMisspelt('Value')) return value;
    if (this.reader.absentValueIsNull) return null;
    const message = `${this.at('Value')} is missing; to mean none send null. JSON.stringify leaves out undefined, and some serializers leave out null.`;
    return this.fault('Value', message);
  }

  /** Text that must be there and not be empty. */
  text(name: string): string | undefined {
    const value = this.json[name];
    if (typeof value === 'string' && value !== '') return value;
    if (this.isMisspelt(name)) return undefined;
    return this.fault(name, `${this.at(name)} is required and must be text.`);
  }

  optionalText(name: string): string | undefined {
    if (!this.has(name)) return undefined;
    const value = this.json[name];
    if (typeof value === 'string') return value;
    return this.fault(name, `${this.at(name)} must be text, not ${kindOf(value)}.`);
  }

  /** An array that must be there. */
  array(name: string): readonly JsonValue[] | undefined {
    if (this.has(name) || this.isMisspelt(name)) return this.optionalArray(name);
    return this.fault(name, `${this.at(name)} is required and must be an array.`);
  }

  optionalArray(name: string): readonly JsonValue[] | undefined {
    if (!this.has(name)) return undefined;
    const value = this.json[name];
    if (isArray(value)) return value;
    return this.fault(name, `${this.at(name)} must be an array, not ${kindOf(value)}.`);
  }

  /** `true` or `false`, as JSON or as text in any letter case. */
  flag(name: string, fallback: boolean): boolean {
    if (!this.has(name)) return fallback;
    const value = this.json[name];
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    if (text === 'true' || text === 'false') return text === 'true';
    this.fault(name, `${this.at(name)} must be true or false.`);
    return fallback;
  }

  /** A whole number within the bounds, as JSON number or as text. */
  int(name: string, { min, max, fallback }: { min: number; max: number; fallback: number }): number {
    if (!this.has(name)) return fallback;
    const value = this.json[name];
    const text = value instanceof JsonNumber ? value.text : typeof value === 'string' ? value.trim() : '';
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.fault(name, `${this.at(name)} must be a whole number from ${min} to ${max}.`);
    return fallback;
  }
}
