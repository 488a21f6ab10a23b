import * as fc from 'fast-check';
import type { JsonObject } from '#core/json/json.js';
import type { SourceName } from '#platform/catalogue/definition-sources.js';
import { jsonOf } from '../../../../support/json-of.js';

/** Stored records of one kind by their ids; a deleted record is kept aside, to be restored. */
export interface StoredKind {
  readonly live: ReadonlyMap<string, JsonObject>;
  readonly deleted: ReadonlyMap<string, JsonObject>;
}

export type StoredRecords = ReadonlyMap<SourceName, StoredKind>;

/** A change of one record. */
export interface RecordChange {
  readonly kind: SourceName;
  readonly action: 'write' | 'delete' | 'restore';
  readonly id: string;
  readonly members: Readonly<Record<string, unknown>>;
}

const KINDS = [
  'Entity',
  'Field',
  'Rule',
  'Relation',
  'Role',
  'RoleAccess',
  'Team',
  'Lifecycle',
  'Status',
  'Transition',
  'ApprovalProcess',
  'Workflow',
  'Trigger',
  'List',
  'SavedQuery',
] as const satisfies readonly SourceName[];

/** Few ids and names, so that most references lead somewhere and some to nothing. */
const idOf = (kind: string, n: number): string =>
  `${String(KINDS.indexOf(kind as 'Entity')).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const id = (kind: string): fc.Arbitrary<string> => fc.nat(3).map((n) => idOf(kind, n));
const entityName = fc.constantFrom('Alpha', 'Beta', 'Gamma', 'alpha', 'Missing');
const fieldName = fc.constantFrom('Name', 'Amount', 'ParentId', 'Total', 'Double', 'amount');
const relationName = fc.constantFrom('Children', 'Others', 'BetaParentId');
const roleName = fc.constantFrom('Clerk', 'Manager', 'Nobody');
const workflowName = fc.constantFrom('Flow', 'Other', 'Nothing');
const clause = fc.record({
  Filters: fc.array(
    fc.record({ FieldName: fieldName, Operator: fc.constantFrom('IsNotNULL', 'EqualTo'), Value: fc.constant('1') }),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
});

const MEMBERS: Readonly<Record<(typeof KINDS)[number], fc.Arbitrary<Readonly<Record<string, unknown>>>>> = {
  Entity: fc.record({ EntityName: entityName, AllowSoftDelete: fc.boolean(), DisplayField: fc.option(fieldName) }),
  Field: fc.oneof(
    fc.record({
      EntityId: id('Entity'),
      FieldName: fieldName,
      FieldType: fc.constantFrom('Text', 'Int', 'Decimal', 'Bool'),
      Required: fc.boolean(),
    }),
    fc.record({
      EntityId: id('Entity'),
      FieldName: fieldName,
      FieldType: fc.constant('Lookup'),
      TargetId: id('Entity'),
      OnDelete: fc.constantFrom('Restrict', 'SetNull', 'Cascade'),
    }),
    fc.record({
      EntityId: id('Entity'),
      FieldName: fieldName,
      FieldType: fc.constant('Computed'),
      ResultType: fc.constantFrom('Decimal', 'Text'),
      Expression: fc.constantFrom('Amount * 2', 'Total + 1', 'Double + 1'),
    }),
    fc.record({
      EntityId: id('Entity'),
      FieldName: fieldName,
      FieldType: fc.constant('Rollup'),
      RelationId: id('Relation'),
      Function: fc.constantFrom('Sum', 'Count', 'Max'),
      AggregateField: fc.option(fieldName),
    }),
  ),
  Rule: fc.record({
    EntityId: id('Entity'),
    Name: fc.constant('Rule'),
    Message: fc.constant('No'),
    WhereClause: clause,
  }),
  Relation: fc.record({
    Name: relationName,
    ParentEntityId: id('Entity'),
    ChildEntityId: id('Entity'),
    ChildField: fieldName,
    OnDelete: fc.constantFrom('Restrict', 'SetNull', 'Cascade'),
  }),
  Role: fc.record({ Name: roleName }),
  RoleAccess: fc.record({
    RoleId: id('Role'),
    EntityName: entityName,
    Read: fc.constantFrom('All', 'Own', 'Team'),
    WritableFields: fc.option(fc.array(fieldName, { maxLength: 2 })),
  }),
  Team: fc.record({ Name: fc.constantFrom('North', 'South'), ParentTeamId: fc.option(id('Team')) }),
  Lifecycle: fc.record({ Name: fc.constant('Life'), EntityName: entityName, IsActive: fc.boolean() }),
  Status: fc.record({ LifecycleId: id('Lifecycle'), Name: fc.constantFrom('Draft', 'Done'), IsInitial: fc.boolean() }),
  Transition: fc.record({
    LifecycleId: id('Lifecycle'),
    Name: fc.constant('Finish'),
    FromStatusId: id('Status'),
    ToStatusId: id('Status'),
    Filters: fc.option(clause),
    AfterWorkflows: fc.option(fc.array(workflowName, { maxLength: 1 })),
  }),
  ApprovalProcess: fc.record({
    Name: fc.constantFrom('Process', 'Second'),
    EntityName: entityName,
    IsActive: fc.boolean(),
    StartCriteria: fc.option(clause),
    Steps: roleName.map((Role) => [{ Name: 'First', Approvers: { Role } }]),
  }),
  Workflow: fc.record({
    Name: workflowName,
    Type: fc.constantFrom('Manual', 'Triggered'),
    EntityName: fc.option(entityName),
    Actions: fc.oneof(
      entityName.map((EntityName) => [
        {
          Name: 'Insert',
          Type: 'InsertRecord',
          EntityName,
          Fields: [{ FieldName: 'Name', Value: '{{Record.Amount}}' }],
        },
      ]),
      workflowName.map((Workflow) => [{ Name: 'Run', Type: 'RunWorkflow', Workflow }]),
      roleName.map((ToRole) => [{ Name: 'Tell', Type: 'SendNotification', ToRole, Message: 'Done' }]),
    ),
  }),
  Trigger: fc.record({
    Name: fc.constantFrom('Trigger', 'Late'),
    EntityName: entityName,
    TriggerType: fc.constant('EventBased'),
    TriggerEvent: fc.constantFrom('Created', 'Edited'),
    WhereClause: fc.option(clause),
    WorkflowIds: fc.option(fc.array(id('Workflow'), { maxLength: 1 })),
  }),
  List: fc.record({ Name: fc.constant('List'), EntityName: entityName, ValueField: fieldName, TextField: fieldName }),
  SavedQuery: fc.record({ Name: fc.constantFrom('Query', 'Open'), EntityName: entityName, WhereClause: clause }),
};

/** A random write, delete or restore of a record. */
export const recordChange: fc.Arbitrary<RecordChange> = fc
  .constantFrom(...KINDS, 'Field' as const, 'Field' as const, 'Entity' as const)
  .chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      action: fc.constantFrom('write', 'write', 'write', 'delete', 'restore'),
      id: id(kind),
      members: MEMBERS[kind],
    }),
  );

/** The records after a change; the others are the same objects. */
export function changed(stored: StoredRecords, { kind, action, id: recordId, members }: RecordChange): StoredRecords {
  const before = stored.get(kind) ?? { live: new Map(), deleted: new Map() };
  const [live, deleted] = [new Map(before.live), new Map(before.deleted)];
  const [from, to] = action === 'delete' ? [live, deleted] : [deleted, live];
  const record = action === 'write' ? jsonOf({ ...members, Id: recordId }) : from.get(recordId);
  if (!record) return stored;
  from.delete(recordId);
  to.set(recordId, record);
  return new Map(stored).set(kind, { live, deleted });
}
