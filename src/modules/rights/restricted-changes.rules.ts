import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { Definition, type DefinitionSet } from '../../core/catalogue/definition.js';
import type { Fault } from '../../core/errors.js';
import type { JsonObject } from '../../core/json/json.js';

/** A definition or access record before and after a write; of an update the changed members only. */
export interface RecordChange {
  readonly entityName: string;
  readonly operation: 'Create' | 'Update' | 'Delete';
  readonly id: string;
  readonly old: Definition;
  readonly new: Definition;
}

/** Definitions that act with rights of the service, or look at records whoever may read them. */
const OF_ADMINISTRATORS: ReadonlySet<string> = new Set([
  'DatabaseObject',
  'Workflow',
  'Trigger',
  'ApprovalProcess',
  'Rule',
  'Hook',
]);

/** Members that say who may use a definition. */
const CONDITIONS = ['AllowedRoles', 'RequiredPermission'] as const;

/** What of the definitions is refused to everybody but Administrators, whatever scopes they have. */
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

/** A change, and the definition as the write has left it: absent where it was deleted. */
interface ReviewedChange extends RecordChange {
  readonly now: Definition | undefined;
}

/** What a change would do that is for Administrators; by entity. */
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

/** A refusal of what Administrators alone may do. */
export const administratorRequired = (message: string, recordId?: string): Fault => ({
  code: 'AdministratorRequired',
  message,
  ...(recordId !== undefined && { recordId }),
});

/** Definitions by their Id; those that a write has deleted are not among them. */
const definitionsById = (definitions: readonly JsonObject[]): ReadonlyMap<string, Definition> =>
  new Map(definitions.map((json) => [new Definition(json).text('Id') ?? '', new Definition(json)]));

/** Whether an update has given the member another value. */
const isChanged = ({ operation, old, new: now }: RecordChange, member: string): boolean =>
  operation === 'Update' && (old.value(member) !== undefined || now.value(member) !== undefined);
