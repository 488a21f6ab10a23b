import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';
import { systemContext } from '#core/context/system-context.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';
import { field } from '../../../../support/definition-builders.js';

const few = { Filters: [{ FieldName: 'Quantity', Operator: 2, Value: 5 }] };

const ENTITIES = [
  {
    EntityName: 'Bill',
    Fields: [
      field('Total', 'Rollup', { Relation: 'Lines', Function: 'Sum', AggregateField: 'Amount' }),
      field('Few', 'Rollup', { Relation: 'Lines', Function: 'Count', WhereClause: few }),
      field('Gross', 'Computed', { Expression: 'Total * 2', ResultType: 'Int' }),
    ],
    Rules: [
      {
        Name: 'Cap',
        WhereClause: { Filters: [{ FieldName: 'Gross', Operator: 2, Value: 100 }] },
        Message: 'Too much.',
      },
    ],
  },
  {
    EntityName: 'Line',
    Fields: [
      field('BillId', 'Lookup', { Target: 'Bill' }),
      field('Quantity', 'Int'),
      field('Amount', 'Computed', { Expression: 'Quantity * 3', ResultType: 'Int' }),
    ],
  },
  { EntityName: 'Plain', Fields: [field('Name', 'Text')] },
];
const RELATIONS = [{ Name: 'Lines', ParentEntity: 'Bill', ChildEntity: 'Line', ChildField: 'BillId' }];

const catalogue = buildCatalogue(fixtureCatalogue.environment, '1', {
  ...NO_DEFINITIONS,
  entities: jsonOf(ENTITIES) as unknown as readonly JsonObject[],
  relations: jsonOf(RELATIONS) as unknown as readonly JsonObject[],
});

/** Bills that add up their lines. */
export const ctx: RequestContext = systemContext(
  catalogue,
  '00000000-0000-4000-8000-000000000009',
  new Date('2026-01-31T10:00:00Z'),
);
export const bill: Entity = catalogue.entity('Bill');
export const line: Entity = catalogue.entity('Line');
/** An entity without derived fields. */
export const plain: Entity = catalogue.entity('Plain');
export const rollups: readonly Field[] = [...bill.fields.values()].filter(({ rollup }) => rollup);
