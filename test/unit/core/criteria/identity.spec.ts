import { shapeOf } from '#core/criteria/criterion.js';
import { addressConjuncts, identityConjuncts } from '#core/criteria/identity.js';
import { fixtureEntity } from '../../../support/fixture-catalogue.js';
import { compileWhere } from '../../../support/where-compiler.js';

const ID = '00000000-0000-4000-8000-000000000001';

const FILTERS = {
  id: { FieldName: 'Id', Operator: 3, Value: ID },
  ids: { FieldName: 'Id', Operator: 4, Value: [ID] },
  envelope: { FieldName: 'RecordInformationId', Operator: 3, Value: ID },
  unique: { FieldName: 'TaxId', Operator: 3, Value: 'DE1' },
  number: { FieldName: 'Code', Operator: 3, Value: 'C-1' },
  notId: { FieldName: 'Id', Operator: 8, Value: ID },
  idLike: { FieldName: 'TaxId', Operator: 11, Value: 'DE' },
  idIsField: { FieldName: 'Id', Operator: 3, Value: 'OwnerId', ValueType: 3 },
  otherId: { FieldName: 'RegionId.Id', Operator: 3, Value: ID },
  plain: { FieldName: 'Name', Operator: 3, Value: 'x' },
};

// Requirement: T29
it.each<[logic: string, filters: (keyof typeof FILTERS)[], fields: string[]]>([
  ['', ['id'], ['Id']],
  ['', ['ids'], ['Id']],
  ['', ['envelope'], ['RecordInformationId']],
  ['', ['unique', 'plain'], ['TaxId']],
  ['', ['number'], ['Code']],
  ['1 AND (2 AND 3)', ['plain', 'id', 'unique'], ['Id', 'TaxId']],
  ['1 AND (2 OR 3)', ['id', 'unique', 'plain'], ['Id']],
  ['1 OR 2', ['id', 'unique'], []],
  ['NOT 1', ['id'], []],
  ['', ['notId'], []],
  ['', ['idLike'], []],
  ['', ['idIsField'], []],
  ['', ['otherId'], []],
  ['', ['plain'], []],
])('finds that %j of %j addresses by %j', (FilterLogic, names, fields) => {
  const { criterion } = compileWhere({ Filters: names.map((name) => FILTERS[name]), FilterLogic });
  const found = identityConjuncts(criterion, fixtureEntity('Customer'));
  expect(found.map((part) => shapeOf(part).split(' ')[0])).toEqual(fields);
});

it.each<[filters: (keyof typeof FILTERS)[], fields: string[]]>([
  [['unique', 'id', 'envelope'], ['Id']],
  [
    ['id', 'ids'],
    ['Id', 'Id'],
  ],
  [['unique', 'envelope'], ['RecordInformationId']],
  [['number', 'unique'], ['Code']],
  [
    ['unique', 'number', 'unique'],
    ['TaxId', 'TaxId'],
  ],
  [['plain'], []],
])('finds that %j depends on one field only', (names, fields) => {
  const { criterion } = compileWhere({ Filters: names.map((name) => FILTERS[name]) });
  const found = addressConjuncts(criterion, fixtureEntity('Customer'));
  expect(found.map((part) => shapeOf(part).split(' ')[0])).toEqual(fields);
});
