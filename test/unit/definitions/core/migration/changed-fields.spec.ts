import { allAtOnce } from '#core/steps.js';
import type { JsonObject } from '#core/json/json.js';
import { isDemanding, isReformed, refusedTypes, retypings } from '#definitions/core/migration/changed-fields.js';
import { changed } from '../../migration/changed.js';

it('refuses types without a conversion', () => {
  expect(allAtOnce(refusedTypes(changed('Extra', { FieldType: 'Text' })))).toMatchObject([
    { code: 'Validation', fieldName: 'FieldType', message: 'Customer.Extra: a Text field cannot become a Json.' },
  ]);
  expect(allAtOnce(refusedTypes(changed('Employees', { FieldType: 'Text' })))).toEqual([]);
});

it.each<[JsonObject, number]>([
  [{ Scale: '4' }, 1],
  [{ FieldType: 'Int' }, 1],
  [{ Required: true }, 0],
])('converts values where their storage changes: %j', (old, count) => {
  expect(allAtOnce(retypings(changed('CreditLimit', old)))).toHaveLength(count);
});

it.each<[JsonObject, boolean]>([
  [{ Description: 'x' }, false],
  [{ Default: 'x', Sequence: '1' }, false],
  [{ MaxLength: null }, true],
  [{ Regex: null }, true],
])('checks stored values where the new definition is stricter: %j', (old, isAsked) => {
  const [field] = changed('TaxId', old);
  expect(isDemanding(field)).toBe(isAsked);
});

it('checks texts in their new form', () => {
  const [{ field, ...rest }] = changed('TaxId', { Regex: null });
  expect(isReformed({ ...rest, field: { ...field, regex: '^[A-Z]' } })).toBe(true);
  expect(isReformed({ ...rest, field: { ...field, regex: undefined, format: undefined } })).toBe(false);
});
