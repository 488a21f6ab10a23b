import { Definition } from '../catalogue/definition.js';
import type { Fault } from '../errors.js';
import type { JsonObject } from '../json/json.js';

/** Why one definition record cannot stand beside the others. */
export interface DefinitionProblem {
  /** Its kind, such as `SavedQuery`. */
  readonly entityName: string;
  readonly id: string;
  readonly name: string;
  /** A full sentence. */
  readonly message: string;
  /** The member of the record that the problem is about. */
  readonly fieldName?: string;
  /** Where in the record, such as `WhereClause.Filters[0].Operator`; absent where the member as a whole is meant. */
  readonly path?: string;
  /** Absent: `Validation`. */
  readonly code?: 'UnknownMember';
}

/** What a fault of a definition's body says beside its message. */
export function locationOf({ code, path = '' }: Fault): Pick<DefinitionProblem, 'path' | 'code'> {
  const isInside = /[.[]/.test(path);
  return { ...(isInside && { path }), ...(code === 'UnknownMember' && { code }) };
}

/** Faults of a definition record, found when it was tried, as problems of the member that each is about. */
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
