import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import type { Fault } from '#core/errors.js';

/**
 * Converts problems to the faults of a write. A problem of a written definition is a fault of its own; a new problem of
 * another definition means that the changed one is in use (docs/definitions.md#definitions-in-use). Faults of its own
 * are reported alone, because they may cause the others.
 * @param written ids of the records that the write created or changed.
 * @param before problems that existed before the write and are ignored.
 */
export function definitionFaults(
  problems: readonly DefinitionProblem[],
  written: ReadonlySet<string>,
  before: readonly DefinitionProblem[],
): readonly Fault[] {
  const own = problems.filter((problem) => isWritten(problem, written));
  if (own.length > 0) return own.map(ownFault);
  const known = new Set(before.map(keyOf));
  return [...usersOf(problems.filter((problem) => !known.has(keyOf(problem)))).values()].map(inUse);
}

/** Tells whether the write changed the faulty record, or another part of the definition that it belongs to. */
export const isWritten = ({ id, wholeId }: DefinitionProblem, written: ReadonlySet<string>): boolean =>
  written.has(id) || (wholeId !== undefined && written.has(wholeId));

const keyOf = ({ entityName, id, message }: DefinitionProblem): string => `${entityName} ${id} ${message}`;

const ownFault = ({ id, message, fieldName, path, code }: DefinitionProblem): Fault => ({
  code: code ?? 'Validation',
  message,
  recordId: id,
  ...(fieldName && { fieldName }),
  ...(path !== undefined && { path }),
});

/** Maps each definition to its first problem. */
function usersOf(problems: readonly DefinitionProblem[]): ReadonlyMap<string, DefinitionProblem> {
  const users = new Map<string, DefinitionProblem>();
  for (const problem of problems) {
    const key = `${problem.entityName} ${problem.id}`;
    if (!users.has(key)) users.set(key, problem);
  }
  return users;
}

const inUse = ({ entityName, name, message }: DefinitionProblem): Fault => ({
  code: 'DeleteBlocked',
  message: `${entityName} '${name}' uses it: ${message}`,
  params: { Kind: entityName, Name: name, Count: 1 },
});
