import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import { readWhereClause } from '#core/requests/where-clause.js';
import { Faults, type Fault } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { NO_ACCESS, type EntityAccess } from '#core/catalogue/scope.js';
import { Args } from '#core/statements/args.js';
import { render, type Sql } from '#core/sql/sql.js';
import type { Assignment } from '#core/requests/assignments.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import { UpdateDrafter } from '#records/core/drafts/draft-update.js';
import type { UpdateDraft } from '#records/core/drafts/update-draft.js';
import type { Draft } from '#records/core/drafts/draft.js';
import type { MatchInput } from '#records/core/matching/plan-match.js';
import { fixtureCatalogue, fixtureContext } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';
import { field, relation } from '../../../../support/definition-builders.js';

const filter = (FieldName: string, Operator: number, Value: unknown): object => ({
  Filters: [{ FieldName, Operator, Value }],
});

const ENTITIES = [
  {
    EntityName: 'Region',
    AllowSoftDelete: true,
    Fields: [field('Name', 'Text', { Required: true, Unique: true, CaseInsensitive: true })],
  },
  {
    EntityName: 'Customer',
    AllowSoftDelete: true,
    Fields: [
      field('Name', 'Text', { Required: true, MaxLength: 10 }),
      field('RegionId', 'Lookup', { Target: 'Region' }),
      field('Grade', 'Enum', { Values: ['A', 'B'], Default: 'B' }),
      field('Code', 'Text', { Immutable: true }),
    ],
    Rules: [{ Name: 'Named', WhereClause: filter('Name', 8, 'nobody'), Message: 'Give it a name.', FieldName: 'Name' }],
    Hooks: [
      {
        Name: 'Open',
        Events: ['BeforeInsert'],
        RejectWhen: filter('RegionId.Name', 3, 'closed'),
        Message: 'The region is closed.',
        FieldName: 'RegionId',
      },
    ],
  },
  {
    EntityName: 'Order',
    AllowSoftDelete: true,
    OwnerFrom: 'CustomerId',
    UniqueKeys: [['CustomerId', 'Title']],
    Fields: [
      field('Number', 'AutoNumber', { Pattern: 'O-{yyyy}-{000}' }),
      field('CustomerId', 'Lookup', { Target: 'Customer', Required: true }),
      field('BillToId', 'Lookup', { Target: 'Customer' }),
      field('Title', 'Text'),
    ],
  },
  {
    EntityName: 'Line',
    OwnerFrom: 'OrderId',
    Fields: [field('OrderId', 'Lookup', { Target: 'Order', Required: true }), field('Quantity', 'Int')],
  },
  {
    EntityName: 'Tag',
    Fields: [field('RegionId', 'Lookup', { Target: 'Region' }), field('Label', 'Text')],
  },
];

/** Status that new orders take. */
export const INITIAL_STATUS = '00000000-0000-4000-8000-000000000051';

const objects = (values: readonly object[]): readonly JsonObject[] =>
  values.map((value) => jsonOf(value) as JsonObject);

const catalogue = buildCatalogue(fixtureCatalogue.environment, '1', {
  ...NO_DEFINITIONS,
  entities: objects(ENTITIES),
  relations: objects([
    relation('Orders', 'Customer', 'Order', 'CustomerId', 'Restrict'),
    relation('BilledOrders', 'Customer', 'Order', 'BillToId', 'Restrict'),
    relation('Lines', 'Order', 'Line', 'OrderId', 'Cascade'),
    relation('Tags', 'Region', 'Tag', 'RegionId', 'SetNull'),
  ]),
  lifecycles: objects([
    { Name: 'Orders', EntityName: 'Order', Statuses: [{ Id: INITIAL_STATUS, Name: 'New', IsInitial: true }] },
  ]),
});

export const entityOf = (name: string): Entity => catalogue.entity(name);

/** An administrator, or a caller with these scopes. */
export function writer(access?: Readonly<Record<string, Partial<EntityAccess>>>): RequestContext {
  const ctx = fixtureContext(access && {});
  const scopes = Object.entries(access ?? {}).map(([name, scope]) => [name, { ...NO_ACCESS, ...scope }] as const);
  return { ...ctx, catalogue, principal: { ...ctx.principal, access: new Map(scopes) } };
}

/** The n-th id that the service makes in a test. */
export const madeId = (n: number): string => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** An id that a caller chooses. */
export const givenId = (n: number): string => `20000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A drafter whose ids count from 1: a record takes two, its own and its record-information id. */
export function newDrafter(ctx: RequestContext): Drafter {
  let made = 0;
  return new Drafter(ctx, () => madeId(++made));
}

const assignmentsOf = (fields: object): readonly Assignment[] =>
  Object.entries(fields).map(([name, value], i) => ({ name, value: jsonOf(value), path: `Fields[${i}]` }));

/** Drafts a record of a request; members of `fields` are assignments in their order. */
export function draftOf(entityName: string, fields: object, ctx = writer()): Draft {
  const drafter = newDrafter(ctx);
  drafter.add(entityOf(entityName), assignmentsOf(fields));
  return drafter.finish();
}

/** Drafts an update with its nested records. */
export function updateOf(entityName: string, fields: object, ctx = writer()): UpdateDraft & { readonly nested: Draft } {
  const { draft, nested } = new UpdateDrafter(ctx, entityOf(entityName), newDrafter(ctx)).read(assignmentsOf(fields));
  return { ...draft, nested };
}

/** Where-clause of one filter, resolved for a write. */
export function matching(
  ctx: RequestContext,
  entityName: string,
  ...[name, operator, value]: [string, number, unknown]
) {
  const reader = new ShapeReader(false);
  const where = readWhereClause(reader, jsonOf(filter(name, operator, value)), 'WhereClause');
  const args = new Args(ctx);
  const criterion: Criterion = resolveCriterion(
    { ctx, rights: 'caller', args, faults: new Faults() },
    entityOf(entityName),
    where,
  );
  return { criterion, args } satisfies MatchInput;
}

/** Faults as `Code path: message`. */
export const told = (faults: readonly Fault[]): string[] =>
  faults.map(({ code, path = '', message }) => `${code} ${path}: ${message}`);

/** A fragment's text, with the values that `$1…$n` stand for. */
export function bound(fragment: Sql, { values }: Args): { readonly text: string; readonly values: unknown[] } {
  const { text, slots } = render(fragment);
  return { text, values: slots.map((slot) => values[slot]) };
}
