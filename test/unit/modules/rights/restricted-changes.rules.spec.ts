import { Definition, type DefinitionSet, NO_DEFINITIONS } from '../../../../src/core/catalogue/definition.js';
import type { JsonObject } from '../../../../src/core/json/json.js';
import { restrictedChanges, type RecordChange } from '../../../../src/modules/rights/restricted-changes.rules.js';
import { fixtureCatalogue } from '../../../support/fixture-catalogue.js';

/** Definitions that are stored after the write. */
const DEFINITIONS: DefinitionSet = {
  ...NO_DEFINITIONS,
  entities: [
    {
      EntityName: 'Customer',
      Fields: [
        { Id: 'rollup', FieldType: 'Rollup' },
        { Id: 'lookup', FieldType: 'Lookup' },
      ],
    },
  ],
  relations: [
    { Id: 'cascade', OnDelete: 'Cascade' },
    { Id: 'restrict', OnDelete: 'Restrict' },
  ],
  roleAccess: [
    { Id: 'customers', EntityName: 'customer' },
    { Id: 'payslips', EntityName: 'payslip' },
  ],
};

const told = (entityName: string, operation: RecordChange['operation'], id: string, old: JsonObject, now: JsonObject) =>
  restrictedChanges(
    [{ entityName, operation, id, old: new Definition(old), new: new Definition(now) }],
    DEFINITIONS,
    fixtureCatalogue,
  );

it.each(['DatabaseObject', 'Workflow', 'Trigger', 'ApprovalProcess', 'Rule', 'Hook'])(
  'leaves %s records to Administrators',
  (entityName) => {
    const message = `Only an Administrator may write ${entityName} records.`;
    for (const operation of ['Create', 'Update', 'Delete'] as const)
      expect(told(entityName, operation, 'x', {}, {})).toEqual([
        { code: 'AdministratorRequired', message, recordId: 'x' },
      ]);
  },
);

it.each<[what: string, isRestricted: boolean, ...Parameters<typeof told>]>([
  ['who may use a transition', true, 'Transition', 'Update', 'x', { AllowedRoles: ['a'] }, { AllowedRoles: null }],
  ['the permission it takes', true, 'Transition', 'Update', 'x', {}, { RequiredPermission: 'p' }],
  ['the name of a transition', false, 'Transition', 'Update', 'x', { Name: 'a' }, { Name: 'b' }],
  ['a new transition', false, 'Transition', 'Create', 'x', {}, { AllowedRoles: ['a'] }],
  ['whose owner records take', true, 'Entity', 'Update', 'x', {}, { OwnerFrom: 'CustomerId' }],
  ['a new entity', false, 'Entity', 'Create', 'x', {}, { OwnerFrom: 'CustomerId' }],
  ['a rollup', true, 'Field', 'Create', 'rollup', {}, {}],
  ['a rollup that is there', true, 'Field', 'Update', 'rollup', { Function: 'Sum' }, { Function: 'Max' }],
  ['the target of a lookup', true, 'Field', 'Update', 'lookup', { TargetId: 'a' }, { TargetId: 'b' }],
  ['another field', false, 'Field', 'Create', 'lookup', {}, { TargetId: 'a' }],
  ['a deleted field', false, 'Field', 'Delete', 'gone', { FieldType: 'Rollup' }, {}],
  ['deletes that take others along', true, 'Relation', 'Create', 'cascade', {}, {}],
  ['deletes that do not', false, 'Relation', 'Update', 'restrict', {}, {}],
  ['access to an entity', false, 'RoleAccess', 'Create', 'customers', {}, {}],
  ['access to what is to come', true, 'RoleAccess', 'Update', 'payslips', {}, {}],
])('%s is restricted: %s', (_, isRestricted, ...change) => {
  expect(told(...change).map(({ code }) => code)).toEqual(isRestricted ? ['AdministratorRequired'] : []);
});
