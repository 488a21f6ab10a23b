import { JsonNumber, type JsonObject } from '#core/json/json.js';
import {
  actionNames,
  clauseTokens,
  LookedUp,
  tokenValue,
  type TokenSources,
} from '#automation/core/runs/token-values.js';
import { tokenOf } from '#core/tokens/template.js';
import { fixtureEntity } from '../../../../support/fixture-catalogue.js';

const CUSTOMER = '0c000000-0000-4000-8000-000000000001';
const order: JsonObject = { CustomerId: CUSTOMER, Total: new JsonNumber('10.50'), Nested: { Id: 'x', Name: 'n' } };
const scope: TokenSources = {
  input: { Tokens: { Who: 'me', Empty: null }, Record: order, Old: { Total: new JsonNumber('9.00') } },
  entity: fixtureEntity('Order'),
  item: { row: { N: new JsonNumber('3'), 'CustomerId.Name': 'flat' }, entity: undefined },
  actions: new Map([['inv', { row: { Balance: new JsonNumber('0.00') }, entity: undefined }]]),
  userId: 'u1',
  at: new Date('2026-03-01T12:00:00Z'),
  timeZone: 'UTC',
};
const value = (text: string) => tokenValue(scope, tokenOf(text));

it.each([
  ['Who', 'me'],
  ['who', 'me'],
  ['Empty', null],
  ['Me', 'u1'],
  ['Today+30d', '2026-03-31'],
  ['Record.Total', new JsonNumber('10.50')],
  ['Old.total', new JsonNumber('9.00')],
  ['Item.N', new JsonNumber('3')],
  ['Item.CustomerId.Name', 'flat'],
  ['Record.Nested.Name', 'n'],
  ['Actions.Inv.Balance', new JsonNumber('0.00')],
  ['Actions.Unknown.Balance', undefined],
  ['Record.__proto__', undefined],
  ['constructor', undefined],
])('%s is %j', (text, expected) => {
  expect(value(text)).toEqual(expected);
});

it('goes on behind a lookup', () => {
  expect(value('Record.CustomerId.RegionId.Name')).toEqual(new LookedUp('Customer', CUSTOMER, 'RegionId.Name'));
});

it('finds the tokens of a where-clause in its fields and values', () => {
  const clause = { Filters: [{ FieldName: 'Actions.Inv.Balance', Operator: '3', Value: '{{Actions.Sum.Total}}' }] };
  expect([...actionNames(clauseTokens(clause))].toSorted()).toEqual(['inv', 'sum']);
});
