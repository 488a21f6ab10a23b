import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';
import { render, type Sql } from '#core/sql/sql.js';
import { fixtureCatalogue, fixtureContext } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';

export const above = (FieldName: string, Value: string) => ({
  Filters: [{ FieldName, Operator: 'GreaterThan', Value, Sequence: 1 }],
  FilterLogic: '1',
});

const ORDER = {
  EntityName: 'Order',
  Fields: [
    { FieldName: 'Number', FieldType: 'Text' },
    { FieldName: 'Total', FieldType: 'Decimal' },
    { FieldName: 'BuyerId', FieldType: 'Lookup', Target: 'User' },
    { FieldName: 'DeskId', FieldType: 'Lookup', Target: 'Team' },
  ],
};

/** A caller in an environment whose orders have this process. */
export function approving(process: object): { readonly ctx: RequestContext; readonly order: Entity } {
  const catalogue = buildCatalogue(fixtureCatalogue.environment, '1', {
    ...NO_DEFINITIONS,
    entities: [jsonOf(ORDER) as JsonObject],
    approvalProcesses: [
      jsonOf({
        Id: '00000000-0000-4000-8000-0000000000f1',
        Name: 'Big',
        EntityName: 'Order',
        ...process,
      }) as JsonObject,
    ],
  });
  return { ctx: { ...fixtureContext(), catalogue }, order: catalogue.entity('Order') };
}

export const textOf = (fragment: Sql): string => render(fragment).text;
