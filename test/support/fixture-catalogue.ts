import { FULL_ACCESS, NO_ACCESS, type Scope } from '#core/catalogue/scope.js';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { DEFAULT_SETTINGS, type Environment } from '#core/catalogue/environment.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';
import { field, relation } from './definition-builders.js';

const ENVIRONMENT: Environment = {
  id: 'e0000000-0000-4000-8000-000000000003',
  name: 'Test',
  appId: 'a0000000-0000-4000-8000-000000000002',
  appName: 'Sales',
  tenantId: 'd0000000-0000-4000-8000-000000000001',
  tenantName: 'Acme',
  schema: 'env_test',
  settings: { ...DEFAULT_SETTINGS, timeZone: 'Europe/Berlin' },
};

const ENTITIES: readonly JsonObject[] = [
  {
    EntityName: 'Region',
    AllowSoftDelete: true,
    Searchable: true,
    Fields: [
      field('Name', 'Text', { Required: true, MaxLength: '100' }),
      field('ParentId', 'Lookup', { Target: 'Region' }),
    ],
  },
  {
    EntityName: 'Customer',
    DisplayField: 'Name',
    AllowSoftDelete: true,
    Fields: [
      field('Name', 'Text', { Required: true, MaxLength: '10' }),
      field('TaxId', 'Text', { Unique: true, CaseInsensitive: true }),
      field('Notes', 'LongText'),
      field('CreditLimit', 'Decimal', { Precision: '14', Scale: '2' }),
      field('Employees', 'Int'),
      field('IsActive', 'Bool'),
      field('Since', 'Date'),
      field('LastSeen', 'DateTime'),
      field('ExternalId', 'Uuid'),
      field('Segment', 'Enum', { Values: ['Small', 'Large', { Value: 'Old', IsActive: false }] }),
      field('Tags', 'MultiEnum', { Values: ['Vip', 'Late', 'Export'] }),
      field('Extra', 'Json'),
      field('RegionId', 'Lookup', { Target: 'Region' }),
      field('Code', 'AutoNumber', { Pattern: 'C-{0000}' }),
      field('Turnover', 'Rollup', { Relation: 'Orders', Function: 'Sum', AggregateField: 'Total' }),
    ],
  },
  {
    EntityName: 'Order',
    AllowSoftDelete: true,
    Fields: [
      field('CustomerId', 'Lookup', { Target: 'Customer', Required: true }),
      field('OrderDate', 'Date'),
      field('Total', 'Decimal'),
      field('TaxId', 'Text'),
    ],
  },
];

/** A small environment: Customer has one field of every type, Order looks up Customer, Customer looks up Region. */
export const fixtureCatalogue: Catalogue = buildCatalogue(ENVIRONMENT, '1', {
  ...NO_DEFINITIONS,
  entities: ENTITIES,
  relations: [relation('Orders', 'Customer', 'Order', 'CustomerId', 'Restrict')],
});

/** The fixture's entity of that name. */
export const fixtureEntity = (name: string): Entity => fixtureCatalogue.entity(name);

/** Ids the fixture's caller has. */
export const CALLER = {
  userId: '00000000-0000-4000-8000-0000000000aa',
  teamId: '00000000-0000-4000-8000-0000000000bb',
} as const;

/** A caller with these read scopes, by entity name; without any an administrator. */
export function fixtureContext(readScopes?: Readonly<Record<string, Scope>>): RequestContext {
  const scopes = Object.entries(readScopes ?? {});
  const principal: Principal = {
    userId: CALLER.userId,
    userName: 'ann',
    displayName: 'Ann',
    email: 'ann@example.com',
    isAdministrator: readScopes === undefined,
    roleIds: [],
    teamIds: [CALLER.teamId],
    reachTeamIds: [CALLER.teamId],
    primaryTeamId: CALLER.teamId,
    access: new Map(
      scopes.map(([name, read]) => [name, { ...(read === 'All' ? FULL_ACCESS : NO_ACCESS), read }] as const),
    ),
  };
  return {
    requestId: 'request-1',
    correlationId: '00000000-0000-4000-8000-0000000000cc',
    at: new Date('2026-03-15T22:30:00.000Z'),
    catalogue: fixtureCatalogue,
    principal,
    preferences: { strict: false, returnId: false },
  };
}
