import type { JsonObject } from '#core/json/json.js';
import { Definition } from './definition.js';

/** An index of a system entity. */
export interface SystemIndex {
  /** Names of the columns in order. */
  readonly fields: readonly string[];
  readonly unique: boolean;
  /** Values of the only rows in the index, by field name; live rows only. Absent: all rows. */
  readonly where?: Readonly<Record<string, string>>;
}

/** Reads an index from the definition of a system entity. */
export function systemIndex(json: JsonObject): SystemIndex {
  const definition = new Definition(json);
  const where = definition.value('Where') as Readonly<Record<string, string>> | undefined;
  return { fields: definition.texts('Fields'), unique: definition.flag('Unique'), ...(where && { where }) };
}
