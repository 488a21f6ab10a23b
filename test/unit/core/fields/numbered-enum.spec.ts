import { enumeration } from '#core/fields/enum.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';

const values = ['Created', 'Edited', 'Deleted'].map((value) => ({ value, text: value, isActive: true }));
const plain = { ...PLAIN_FIELD, id: 'F', entityName: 'E', name: 'F', type: 'Enum', values } as const;
const numbered = { ...plain, isNumbered: true };

// Requirement: R194
describe('A numbered enum', () => {
  it.each<[JsonValue, string | undefined]>([
    [new JsonNumber('1'), 'Created'],
    ['3', 'Deleted'],
    ['Edited', 'Edited'],
    [new JsonNumber('0'), undefined],
    [new JsonNumber('4'), undefined],
    [new JsonNumber('1.0'), undefined],
    [new JsonNumber('-1'), undefined],
    ['edited', undefined],
    [true, undefined],
  ])('reads %j as %j', (json, value) => {
    const read = enumeration.parse(json, numbered);
    expect(read.ok ? read.value : undefined).toBe(value);
  });

  it('is the only one that takes numbers', () => {
    expect(enumeration.parse(new JsonNumber('1'), plain).ok).toBe(false);
    expect(enumeration.parse('1', plain).ok).toBe(false);
  });
});
