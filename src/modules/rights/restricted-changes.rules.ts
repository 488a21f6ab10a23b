import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { Definition, type DefinitionSet } from '../../core/catalogue/definition.js';
import type { Fault } from '../../core/errors.js';
import type { JsonObject } from '../../core/json/json.js';

/** A definition or access record before and after a write; for an update the changed members only. */
export interface RecordChange {
  readonly entityName: string;
  readonly operation: 'Create' | 'Update' | 'Delete';
  readonly id: string;
  readonly old: Definition;
  readonly new: Definition;
}

/** Kinds of definitions that run with the service's rights, or read records regardless of scopes. */
const OF_ADMINISTRATORS: ReadonlySet<string> = new Set([
  'DatabaseObject',
  'Workflow',
  'Trigger',
  'ApprovalProcess',
  'Rule',
  'Hook',
]);

/** Members that determine who may use a definition. */
const CONDITIONS = ['AllowedRoles', 'RequiredPermission'] as const;

/** Changes of definitions that only Administrators may make, whatever their scopes. */
export function restrictedChanges(
  changes: readonly RecordChange[],
  definitions: DefinitionSet,
  catalogue: Catalogue,
): readonly Fault[] {
  const stored = definitionsById([
    ...definitions.entities.flatMap((json) => new Definition(json).objects('Fields')),
    ...definitions.relations,
    ...definitions.roleAccess,
  ]);
  return changes.flatMap((change): readonly Fault[] => {
    const what = restrictionOf({ ...change, now: stored.get(change.id) }, catalogue);
    return what === undefined ? [] : [administratorRequired(`Only an Administrator may ${what}.`, change.id)];
  });
}

/** A change, and the definition after it; absent if it was deleted. */
interface ReviewedChange extends RecordChange {
  readonly now: Definition | undefined;
}

/** Rules by entity: describe a change that is reserved for Administrators. */
const RESTRICTIONS: Readonly<Record<string, (change: ReviewedChange, catalogue: Catalogue) => string | undefined>> = {
  Entity: (change) => (isChanged(change, 'OwnerFrom') ? 'change OwnerFrom of an entity' : undefined),
  Field: (change) => {
    if (change.now?.text('FieldType') === 'Rollup') return 'define rollups, which read records of all owners';
    return isChanged(change, 'TargetId') ? 'change the target of a lookup' : undefined;
  },
  Relation: ({ now }) => (now && now.text('OnDelete') !== 'Restrict' ? 'let deletes change other records' : undefined),
  RoleAccess: ({ now }, catalogue) =>
    now && !catalogue.find(now.text('EntityName') ?? '') ? 'give access to what is not there yet' : undefined,
};

function restrictionOf(change: ReviewedChange, catalogue: Catalogue): string | undefined {
  const { entityName } = change;
  if (OF_ADMINISTRATORS.has(entityName)) return `write ${entityName} records`;
  const condition = CONDITIONS.find((member) => isChanged(change, member));
  return condition ? `change ${condition}` : RESTRICTIONS[entityName]?.(change, catalogue);
}

/** Builds the refusal of a change that only Administrators may make. */
export const administratorRequired = (message: string, recordId?: string): Fault => ({
  code: 'AdministratorRequired',
  message,
  ...(recordId !== undefined && { recordId }),
});

/** Maps definitions by Id, without deleted ones. */
const definitionsById = (definitions: readonly JsonObject[]): ReadonlyMap<string, Definition> =>
  new Map(definitions.map((json) => [new Definition(json).text('Id') ?? '', new Definition(json)]));

/** Tells whether an update changed the member. */
const isChanged = ({ operation, old, new: now }: RecordChange, member: string): boolean =>
  operation === 'Update' && (old.value(member) !== undefined || now.value(member) !== undefined);
