import type { DefinitionDifference } from './definition-difference.js';
import { FILE_KINDS, fileKind } from './file-kinds.js';
import type { Fault } from '#core/errors.js';

/** Finds the fields whose type changes to one that no value converts to. */
export function retypedFaults(
  differences: readonly DefinitionDifference[],
  isConvertible: (from: string, to: string) => boolean,
): readonly Fault[] {
  return differences.flatMap(({ kind, action, label, path, values, old }): readonly Fault[] => {
    const [from, to] = [old?.values.get('FieldType'), values.get('FieldType')];
    if (kind.entity !== 'Field' || action !== 'Update' || typeof from !== 'string' || typeof to !== 'string') return [];
    if (isConvertible(from, to)) return [];
    const message = `${label}: a ${from} field cannot become a ${to}.`;
    return [{ code: 'Validation', message, fieldName: 'FieldType', path: `${path}.FieldType` }];
  });
}

/** Start of the paths of a document: a member that holds definitions. */
const PLACED = new RegExp(`^(${FILE_KINDS.flatMap(({ member, parent }) => (parent ? [] : [member])).join('|')})\\[`);

/**
 * Places the faults of records in the document.
 * @param differences that were written
 */
export function placedFaults(faults: readonly Fault[], differences: readonly DefinitionDifference[]): readonly Fault[] {
  const byId = new Map(differences.map((difference) => [difference.id, difference]));
  return faults.map((fault) => {
    const difference = fault.recordId === undefined ? undefined : byId.get(fault.recordId);
    if (!difference?.path || PLACED.test(fault.path ?? '')) return fault;
    const { references } = fileKind(difference.kind.entity);
    const reference = references.find(({ field }) => field === fault.fieldName);
    const inside = fault.path ?? reference?.member ?? fault.fieldName;
    return { ...fault, path: inside === undefined ? difference.path : `${difference.path}.${inside}` };
  });
}
