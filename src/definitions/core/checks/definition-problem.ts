import { Definition } from '#core/catalogue/definition.js';
import type { Fault } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';

/** A fault of one definition record, by itself or in combination with the others. */
export interface DefinitionProblem {
  /** Kind of the record, such as `SavedQuery`. */
  readonly entityName: string;
  readonly id: string;
  readonly name: string;
  /** A full sentence. */
  readonly message: string;
  /** Member of the record with the fault. */
  readonly fieldName?: string;
  /** Path in the record, such as `WhereClause.Filters[0].Operator`; absent if the whole member is at fault. */
  readonly path?: string;
  /** Absent: `Validation`. */
  readonly code?: 'UnknownMember' | 'Conflict';
  /** Id of the definition that the record is a part of: a write of any of its parts is at fault. */
  readonly wholeId?: string;
}

/** Returns the location and the code of a fault in a definition's body. */
export function locationOf({ code, path = '' }: Fault): Pick<DefinitionProblem, 'path' | 'code'> {
  const isInside = /[.[]/.test(path);
  return { ...(isInside && { path }), ...(code === 'UnknownMember' && { code }) };
}

/** Converts faults that a trial run of a definition record found into problems of its members. */
export function problemsAbout(
  entityName: string,
  record: JsonObject,
  faults: readonly Fault[],
): readonly DefinitionProblem[] {
  const definition = new Definition(record);
  const about = { entityName, id: definition.text('Id') ?? '', name: definition.text('Name') ?? '' };
  return faults.map((fault) => {
    const { message, path = 'EntityName' } = fault;
    return { ...about, message, fieldName: path.split(/[.[]/)[0], ...locationOf(fault) };
  });
}
