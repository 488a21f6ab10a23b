import { Definition, type DefinitionSet } from '#core/catalogue/definition.js';
import { writeJson, type JsonObject, type JsonValue } from '#core/json/json.js';
import { type Steps, visited } from '#core/steps.js';

/** A definition or access record before and after a write; for an update the changed members only. */
export interface RecordChange {
  readonly entityName: string;
  readonly operation: 'Create' | 'Update' | 'Delete';
  readonly id: string;
  readonly old: Definition;
  readonly new: Definition;
}

/** A stored definition and its parent: the entity of a field, the lifecycle of a status or transition. */
export interface KnownDefinition {
  readonly definition: Definition;
  readonly parent?: Definition;
}

/** Stored definitions by Id. */
export type KnownDefinitions = ReadonlyMap<string, KnownDefinition>;

/** A change with the whole definition before and after it, as far as the catalogue is built from its kind. */
export interface ReviewedChange extends RecordChange {
  /** Committed; absent for a new definition. */
  readonly was?: KnownDefinition;
  /** Absent for a deleted definition. */
  readonly now?: KnownDefinition;
}

/** Maps the definitions of a set by Id. */
export function* storedById({
  entities,
  extensions = [],
  relations,
  lifecycles,
  roleAccess,
}: DefinitionSet): Steps<KnownDefinitions> {
  const stored = new Map<string, KnownDefinition>();
  const add = (json: JsonObject, parent?: Definition): Definition => {
    const definition = new Definition(json);
    stored.set(definition.text('Id') ?? '', { definition, ...(parent && { parent }) });
    return definition;
  };
  yield* visited([...relations, ...roleAccess], (json) => add(json));
  yield* visited([...entities, ...extensions], (json) => {
    const entity = add(json);
    for (const field of entity.objects('Fields')) add(field, entity);
  });
  yield* visited(lifecycles, (json) => {
    const lifecycle = add(json);
    for (const name of ['Statuses', 'Transitions']) for (const part of lifecycle.objects(name)) add(part, lifecycle);
  });
  return stored;
}

/** Adds the definitions before and after to the changes. */
export const reviewed = (
  changes: readonly RecordChange[],
  before: KnownDefinitions,
  after: KnownDefinitions,
): readonly ReviewedChange[] =>
  changes.map((change) => {
    const [was, now] = [before.get(change.id), after.get(change.id)];
    return { ...change, ...(was && { was }), ...(now && { now }) };
  });

/** Absent, false and empty values are the same: none of them asks or gives anything. */
function given(value: JsonValue | undefined): string | undefined {
  const text = value === undefined || value === false ? '' : writeJson(value);
  return ['', 'null', '""', '[]', '{}'].includes(text) ? undefined : text;
}

/** The value of a member before or after the write, as JSON text. */
function valuesOf(change: ReviewedChange, member: string): readonly [string | undefined, string | undefined] {
  const { was, now, old, new: written } = change;
  if (!was && !now) return [given(old.value(member)), given(written.value(member))];
  return [given(was?.definition.value(member)), given(now?.definition.value(member))];
}

/** The members that a write gives, changes or removes. */
export const touchedMembers = (change: ReviewedChange, members: readonly string[]): readonly string[] =>
  members.filter((member) => {
    const [before, after] = valuesOf(change, member);
    return before !== after;
  });
