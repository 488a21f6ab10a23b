import type { Row } from '../../../support/test-app.js';

/** A row of the change log. */
export interface LoggedRow {
  readonly entity: string;
  readonly operation: 'Create' | 'Update' | 'Delete';
  readonly id: string;
  readonly version: string;
  readonly old: Row | null;
  readonly new: Row | null;
  readonly source: string | null;
}

/** A field change of a trigger. */
interface FieldChange {
  readonly FieldName: string;
  readonly From?: unknown;
  readonly To?: unknown;
}

/** A trigger as it is defined, with its where-clause as a function. */
export interface ModelTrigger {
  readonly id: string;
  readonly fields: Row & { readonly FieldChanges?: readonly FieldChange[]; readonly WorkflowIds: readonly string[] };
  readonly holds: (record: Row) => boolean;
}

/** A run that a change starts: the records of its input. */
export interface ModelRun {
  readonly record: Row;
  readonly old: Row | null;
}

const EVENTS: Readonly<Record<LoggedRow['operation'], readonly string[]>> = {
  Create: ['Created', 'CreatedOrEdited'],
  Update: ['Edited', 'CreatedOrEdited'],
  Delete: ['Deleted'],
};

/** Members of a record that are compared. */
const COMPARED = ['Id', 'Code', 'Weight', 'Shelf', 'Total', 'BoxId', 'Size', 'StatusId', 'RowVersion'];

/** The compared members of a record. */
export const comparedOf = (record: Row): Row =>
  Object.fromEntries(COMPARED.flatMap((name) => (name in record ? [[name, record[name]]] : [])));

/** Key of runs that follow one another: those of one trigger, workflow and record. */
export const keyOf = (triggerId: string, workflowId: string, recordId: unknown): string =>
  [triggerId, workflowId, String(recordId)].join(' ');

/** Records as changes leave them, computed forward from the first change. */
class Records {
  readonly #images = new Map<string, Row>();

  /** Applies a change. @returns the record before and after it */
  apply({ id, operation, version, old, new: changed }: LoggedRow): { readonly before?: Row; readonly after?: Row } {
    const before = operation === 'Create' ? undefined : { ...this.#images.get(id), ...old };
    if (operation === 'Delete') {
      this.#images.delete(id);
      return { before };
    }
    const after = { ...before, ...changed, RowVersion: Number(version) };
    this.#images.set(id, after);
    return { ...(before && { before }), after };
  }
}

function fires(trigger: ModelTrigger, change: LoggedRow, record: Row): boolean {
  const { EntityName, TriggerEvent, FieldCriteria = 'AnyField', FieldChanges = [] } = trigger.fields;
  if (EntityName !== change.entity || change.source === 'Purge') return false;
  if (!EVENTS[change.operation].includes(String(TriggerEvent)) || !trigger.holds(record)) return false;
  if (FieldCriteria === 'AnyField' || change.operation !== 'Update') return true;
  const isHeld = ({ FieldName, ...values }: FieldChange): boolean =>
    FieldName in (change.new ?? {}) &&
    (!('From' in values) || change.old?.[FieldName] === values.From) &&
    (!('To' in values) || change.new?.[FieldName] === values.To);
  return FieldCriteria === 'AllOfFields' ? FieldChanges.every(isHeld) : FieldChanges.some(isHeld);
}

/**
 * The runs that changes start, in their order, by `keyOf`.
 * @param changes all changes of the records, in the order of the log
 * @param first index of the first one that triggers see
 */
export function expectedRuns(
  triggers: readonly ModelTrigger[],
  changes: readonly LoggedRow[],
  first: number,
): ReadonlyMap<string, readonly ModelRun[]> {
  const records = new Records();
  const expected = new Map<string, ModelRun[]>();
  for (const [i, change] of changes.entries()) {
    const { before, after } = records.apply(change);
    const record = after ?? before ?? {};
    for (const trigger of i < first ? [] : triggers.filter((each) => fires(each, change, record)))
      for (const workflowId of trigger.fields.WorkflowIds) {
        const key = keyOf(trigger.id, workflowId, change.id);
        const run = { record: comparedOf(record), old: before ? comparedOf(before) : null };
        expected.set(key, [...(expected.get(key) ?? []), run]);
      }
  }
  return expected;
}
