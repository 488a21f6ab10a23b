import { recordImage } from '#core/fields/record-image.js';
import type { JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { fixtureEntity } from '../../../support/fixture-catalogue.js';

const image = (json: string) => recordImage(fixtureEntity('Customer'), readJson(json) as JsonObject);

it.each([
  ['digits as they are', '{"CreditLimit":5000.00,"Employees":9007199254740993}', '5000.00 9007199254740993'],
  ['truth as truth', '{"IsActive":false}', 'false'],
  ['no value as null', '{"Name":null,"Extra":null}', 'null null'],
])('contains %s', (_, json, expected) => {
  expect(Object.values(image(json)).map(String).join(' ')).toBe(expected);
});

it('converts sets to arrays and documents to their text', () => {
  expect(image('{"Tags":["Vip","Late"],"Extra":{"a":[1.50]}}')).toEqual({
    Tags: ['Vip', 'Late'],
    Extra: '{"a":[1.50]}',
  });
});

it('is immutable for its readers', () => {
  const seen = image('{"Name":"x","Tags":["Vip"]}');
  expect([Object.isFrozen(seen), Object.isFrozen(seen.Tags)]).toEqual([true, true]);
});
