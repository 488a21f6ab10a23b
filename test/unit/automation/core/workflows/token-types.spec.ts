import type { JsonObject } from '#core/json/json.js';
import { typesOfTokens } from '#automation/core/workflows/token-types.js';
import { tokenOf } from '#core/tokens/template.js';
import { allActions } from '#core/catalogue/workflow.js';
import { buildWorkflow } from '#core/compile/build-workflow.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';

const workflow = buildWorkflow(
  jsonOf({
    Name: 'W',
    Type: 'Manual',
    EntityName: 'Order',
    Tokens: [
      { Name: 'Flag', Type: 'Bool' },
      { Name: 'Kind', Type: 'Enum' },
      { Name: 'Days', Type: 'Date', IsList: true },
    ],
    Actions: [
      { Name: 'Rows', Type: 'RunQuery', EntityName: 'Customer' },
      {
        Name: 'Sums',
        Type: 'RunQuery',
        EntityName: 'Order',
        GroupBy: [{ FieldName: 'OrderDate', Bucket: 'Month' }, { FieldName: 'CustomerId.Name' }],
        Aggregates: [
          { Function: 'Sum', FieldName: 'Total' },
          { Function: 'Count', Alias: 'N' },
          { Function: 'Max', FieldName: 'OrderDate', Alias: 'Last' },
        ],
      },
      { Name: 'Saved', Type: 'RunQuery', EntityName: 'Order', QueryName: 'Open' },
      { Name: 'Made', Type: 'InsertRecord', EntityName: 'Customer' },
      { Name: 'Changed', Type: 'UpdateRecords', EntityName: 'Customer' },
      { Name: 'Call', Type: 'HttpCall' },
      { Name: 'Each', Type: 'ForEach', Source: 'Rows', Do: [{ Name: 'Inner', Type: 'Condition' }] },
    ],
  }) as JsonObject,
);
const action = [...allActions(workflow.actions)].at(-1)!;
const typeOf = typesOfTokens({ catalogue: fixtureCatalogue, workflow, action });
const told = (text: string): string => {
  const type = typeOf(tokenOf(text));
  return type === undefined || type === 'Any' ? String(type) : type.type;
};

// Requirement: R191
it.each([
  ['Flag', 'Bool'],
  ['Kind', 'Text'],
  ['Days', 'Json'],
  ['Record.Total', 'Decimal'],
  ['old.CustomerId.RegionId.Name', 'Text'],
  ['Record.Nope', 'undefined'],
  ['Record', 'undefined'],
  ['Actions.Rows.CreditLimit', 'Decimal'],
  ['actions.rows.segment', 'Enum'],
  ['Actions.Rows.Nope', 'undefined'],
  ['Actions.Rows', 'undefined'],
  ['Actions.Sums.SumTotal', 'Decimal'],
  ['Actions.Sums.N', 'Int'],
  ['Actions.Sums.Last', 'Date'],
  ['Actions.Sums.OrderDate', 'Date'],
  ['Actions.Sums.CustomerId.Name', 'Text'],
  ['Actions.Saved.Total', 'Any'],
  ['Actions.Made.Name', 'Text'],
  ['Actions.Changed.RecordAffected', 'Int'],
  ['Actions.Changed.Nope', 'undefined'],
  ['Actions.Changed.constructor', 'undefined'],
  ['Actions.Call.StatusCode', 'Int'],
  ['Actions.Call.Body.a', 'Any'],
  ['Actions.Each.Rows', 'Int'],
  ['Actions.Inner.Held', 'Bool'],
  ['Actions.Nope.Id', 'undefined'],
  ['Item.Name', 'Text'],
  ['Item.Nope', 'undefined'],
  ['Today + 30d', 'Date'],
  ['Now', 'DateTime'],
  ['Me', 'Lookup'],
  ['__proto__', 'undefined'],
  ['constructor.name', 'undefined'],
  ['', 'undefined'],
])('{{%s}} is %s', (text, expected) => {
  expect(told(text)).toBe(expected);
});

it('has the types of values for Item where the action is not known, and none outside of a loop', () => {
  const item = tokenOf('Item.Nope');
  expect(typesOfTokens({ catalogue: fixtureCatalogue, workflow })(item)).toBe('Any');
  expect(typesOfTokens({ catalogue: fixtureCatalogue, workflow, action: workflow.actions[0] })(item)).toBeUndefined();
});
