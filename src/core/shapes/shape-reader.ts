import { Faults, type ErrorCode } from '#core/errors.js';
import { readUuid } from '#core/values/uuid-text.js';
import { nearMiss, shortened } from '#core/nearest.js';
import { PatternWork } from '#core/values/bounded-pattern.js';
import { isArray, isObject, JsonNumber, kindOf, type JsonObject, type JsonValue } from '#core/json/json.js';

/** Joins a path and a member, `Fields` + `Name` → `Fields.Name`; the path of the root is empty. */
const join = (path: string, member: string): string => (path ? `${path}.${member}` : member);

/** Maximum number of unknown members of a request; clients may repeat their own members in every filter. */
const MAX_UNKNOWN = 1_000;
/** Maximum number of known members that a refusal lists. */
const MAX_LISTED = 20;

/** Characters of a longer text that are read as a name: changing the letter case of megabytes takes long. */
const MAX_NAME_LENGTH = 10_000;

/** Returns a name of a body, or its beginning: no name is as long as that. */
export const nameIn = (text: string): string => (text.length > MAX_NAME_LENGTH ? text.slice(0, MAX_NAME_LENGTH) : text);

/** Lines about ignored members by the log that has them: looking through a log takes long when it has many lines. */
const ignored = new WeakMap<readonly string[], Set<string>>();

/**
 * Reads a request body member by member and collects all faults. One reader serves one request; `faults.throwIfAny()`
 * reports the faults.
 */
export class ShapeReader {
  readonly faults = new Faults();
  /** Work of patterns on the values of the request. */
  readonly patternWork = new PatternWork();
  #unknowns = 0;

  /**
   * @param strict refuses every unknown member (`Prefer: handling=strict`) instead of near misses only.
   * @param absentValueIsNull setting of the environment: a missing `Value` is null.
   * @param log receives lines for the answer's `Log`: ignored unknown members, each once.
   */
  constructor(
    readonly strict: boolean,
    readonly absentValueIsNull = false,
    readonly log: string[] = [],
  ) {}

  /**
   * Reads the members of an object. A member outside `known` is refused if it is a near miss, or always if strict;
   * otherwise it is logged and ignored (docs/interface/conventions.md#names-and-unknown-members). Any other value is a
   * fault and reads as an empty object.
   * @param reported missing members that have a fault already
   */
  object(
    json: JsonValue | undefined,
    path: string,
    known: readonly string[],
    reported: readonly string[] = [],
  ): Members {
    if (!isObject(json)) {
      this.faults.add('Validation', `${path || 'The body'} must be an object, not ${kindOf(json)}.`, { path });
      return new Members(this, {}, path);
    }
    const meant = Object.keys(json).map((name) => (known.includes(name) ? undefined : this.unknown(name, path, known)));
    return new Members(this, json, path, [...meant, ...reported]);
  }

  /**
   * Reads the members of an object that decides what is answered or written, such as a query or `Options`. It refuses every
   * unknown member with a value, because passing it over would answer or write something else than was meant.
   */
  closedObject(json: JsonValue | undefined, path: string, known: readonly string[]): Members {
    if (!isObject(json)) return this.object(json, path, known);
    const meant = Object.entries(json).map(([name, value]) =>
      known.includes(name) ? undefined : this.unknown(name, path, known, (value ?? null) !== null),
    );
    return new Members(this, json, path, meant);
  }

  /**
   * Refuses an unknown member, or ignores it with a line in the log; returns the known member that it nearly matches.
   * @param isClosed refuses it whatever it is called
   */
  unknown(name: string, path: string, known: readonly string[], isClosed = false): string | undefined {
    if (++this.#unknowns > MAX_UNKNOWN) {
      this.faults.add('UnknownMember', `The body has more than ${MAX_UNKNOWN} unknown members.`, { path });
      this.faults.throwIfAny();
    }
    const shown = shortened(name, 64);
    const at = join(path, name.length > 64 ? `${name.slice(0, 64)}…` : name);
    const near = nearMiss(name, known);
    if (near) this.faults.add('UnknownMember', `Unknown member '${shown}', did you mean '${near}'?`, { path: at });
    else if (isClosed) this.faults.add('UnknownMember', unknownMessage(shown, known), { path: at });
    else if (this.strict) this.faults.add('UnknownMember', `Unknown member '${shown}'.`, { path: at });
    else this.#ignore(`Unknown member '${join(path, shown)}' was ignored.`);
    return near;
  }

  /** Logs an ignored member once, because a body may be read twice, as an insert and as an update. */
  #ignore(line: string): void {
    const known = ignored.get(this.log) ?? new Set();
    ignored.set(this.log, known);
    if (known.has(line)) return;
    known.add(line);
    this.log.push(line);
  }
}

/** Lists what is allowed, where that is short enough to read. */
function unknownMessage(name: string, known: readonly string[]): string {
  const allowed = known.length > 0 && known.length <= MAX_LISTED ? ` Allowed are ${known.join(', ')}.` : '';
  return `Unknown member '${name}'.${allowed}`;
}

/** An object of a body. Methods add a fault that names the member, and return `undefined`, for invalid members. */
export class Members {
  constructor(
    private readonly reader: ShapeReader,
    private readonly json: JsonObject,
    readonly path: string,
    /** Known members that are missing and already reported, as those of which the object has misspelt ones. */
    private readonly misspelt: readonly (string | undefined)[] = [],
  ) {}

  /** Tells whether the member is missing because it is misspelt, which is already reported. */
  isMisspelt(name: string): boolean {
    return this.json[name] === undefined && this.misspelt.includes(name);
  }

  /** Returns the member unchanged; `undefined` if it is missing. */
  value(name: string): JsonValue | undefined {
    return this.json[name];
  }

  /** Tells whether the member is present and not null. */
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
   * Reads a required `Value`, which may be null. A missing one is a fault, because it may be misspelt or lost by a
   * serializer.
   */
  requiredValue(): JsonValue | undefined {
    const value = this.json.Value;
    if (value !== undefined || this.isMisspelt('Value')) return value;
    if (this.reader.absentValueIsNull) return null;
    const message =
      `${this.at('Value')} is missing; to mean none send null. JSON.stringify leaves out undefined, and some ` +
      `serializers leave out null.`;
    return this.fault('Value', message);
  }

  /** Reads a required, non-empty text: a name, and no more of it than any name has. */
  text(name: string): string | undefined {
    const value = this.json[name];
    if (typeof value === 'string' && value !== '') return nameIn(value);
    if (this.isMisspelt(name)) return undefined;
    return this.fault(name, `${this.at(name)} is required and must be text.`);
  }

  /** Adds a fault where the member is missing. */
  require(name: string): void {
    if (!this.has(name) && !this.isMisspelt(name)) this.fault(name, `${this.at(name)} is required.`);
  }

  /** Reads a UUID, in lower case. */
  id(name: string): string | undefined {
    const text = this.optionalText(name);
    if (text === undefined) return undefined;
    return readUuid(text) ?? this.fault(name, `${this.at(name)} must be a UUID.`);
  }

  /** Reads one of some words, in any letter case. */
  choice<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const text = this.optionalText(name);
    if (text === undefined) return undefined;
    const chosen = words.find((word) => word.toLowerCase() === text.toLowerCase());
    return chosen ?? this.fault(name, `${this.at(name)} must be one of ${words.join(', ')}.`);
  }

  optionalText(name: string): string | undefined {
    if (!this.has(name)) return undefined;
    const value = this.json[name];
    if (typeof value === 'string') return value;
    return this.fault(name, `${this.at(name)} must be text, not ${kindOf(value)}.`);
  }

  /** Reads a required array. */
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

  /** Reads `true` or `false`, as JSON or as text in any letter case. */
  flag(name: string, fallback: boolean): boolean {
    if (!this.has(name)) return fallback;
    const value = this.json[name];
    if (typeof value === 'boolean') return value;
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    if (text === 'true' || text === 'false') return text === 'true';
    this.fault(name, `${this.at(name)} must be true or false.`);
    return fallback;
  }

  /** Reads a whole number within the bounds, as JSON number or as text. */
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
