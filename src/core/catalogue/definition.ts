import type { BuiltParts } from '#core/built-parts.js';
import { isArray, isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';

/** Kinds of definitions that a catalogue does not hold: they are read when they are used. */
export const UNCATALOGUED = ['SavedQuery', 'SavedView', 'List', 'DatabaseObject'] as const;
export type Uncatalogued = (typeof UNCATALOGUED)[number];

/** Definitions of an environment, with the members and nesting of a definition file (references are names). */
export interface DefinitionSet {
  readonly entities: readonly JsonObject[];
  /** System entities with their own fields alone as `Fields`; absent: none has any. */
  readonly extensions?: readonly JsonObject[];
  readonly relations: readonly JsonObject[];
  /** With `Statuses`, and with `Transitions` that name statuses by id. */
  readonly lifecycles: readonly JsonObject[];
  readonly approvalProcesses: readonly JsonObject[];
  /** Names of the entities of all processes, deleted ones included: their requests stay. Absent: those of the live ones. */
  readonly approvedEntities?: readonly string[];
  readonly workflows: readonly JsonObject[];
  readonly triggers: readonly JsonObject[];
  readonly roles: readonly JsonObject[];
  readonly roleAccess: readonly JsonObject[];
  /** Absent: none. */
  readonly fieldAccess?: readonly JsonObject[];
  readonly teams: readonly JsonObject[];
  /** Absent: none. */
  readonly identityMappings?: readonly JsonObject[];
  /** Names of all permissions; absent: none. */
  readonly permissions?: readonly string[];
  /** Definitions that a catalogue does not hold, as records; absent: none. */
  readonly uncatalogued?: Readonly<Record<Uncatalogued, readonly JsonObject[]>>;
  /** Parts built from definitions that are the same objects as in this set; absent: nothing. */
  readonly parts?: BuiltParts;
}

export const NO_DEFINITIONS: DefinitionSet = {
  entities: [],
  relations: [],
  lifecycles: [],
  approvalProcesses: [],
  workflows: [],
  triggers: [],
  roles: [],
  roleAccess: [],
  teams: [],
};

/** Reads the members of one definition; absent and null are the same (docs/definitions.md#definition-files). */
export class Definition {
  constructor(readonly json: JsonObject) {}

  value(name: string): JsonValue | undefined {
    return this.json[name] ?? undefined;
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    if (value instanceof JsonNumber) return value.text;
    return typeof value === 'string' ? value : undefined;
  }

  int(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : Number(text);
  }

  flag(name: string, fallback = false): boolean {
    const value = this.value(name);
    return typeof value === 'boolean' ? value : fallback;
  }

  /** Returns the elements that are objects, such as `Fields`. */
  objects(name: string): readonly JsonObject[] {
    return this.array(name).filter(isObject);
  }

  /** Returns the elements that are text, such as the `Events` of a hook. */
  texts(name: string): readonly string[] {
    return this.array(name).filter((item) => typeof item === 'string');
  }

  array(name: string): readonly JsonValue[] {
    const value = this.value(name);
    return isArray(value) ? value : [];
  }
}
