import { faultAt, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import type { CodedAction } from '#automation/core/coded-actions/coded-action.js';
import type { ActionCheck } from './action-check.js';
import { tokenFaults } from './token-faults.js';
import type { RowValues } from './token-scope.js';
import { ANY_VALUE } from './token-values.js';

/** Finds the faults of a coded action. @param found receives the row that tokens read in its result */
export function* codedFaults(
  { scope, json, path }: ActionCheck,
  { outputMembers, inputFaults }: CodedAction,
  found: (row: RowValues) => void,
): MemberFaults {
  const { Input: input = null } = json;
  yield* tokenFaults(scope, input, `${path}.Input`);
  for (const fault of inputFaults(input ?? {})) yield faultAt(`${path}.Input${fault.path}`, fault.message);
  found(outputMembers && new Map(outputMembers.map((name) => [name, ANY_VALUE])));
}
