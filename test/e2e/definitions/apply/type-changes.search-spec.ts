import { REGION } from '../../../support/demo.js';
import { type Answer, TestApp } from '../../../support/test-app.js';

let app: TestApp;
const ada = () => app.as('ada.admin');
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

/** Definition members of each type, and a value that converts to most types. */
const TYPES: Readonly<Record<string, { readonly more?: object; readonly value?: unknown }>> = {
  Text: { value: '7' },
  LongText: { value: '7' },
  Int: { value: 7 },
  Decimal: { more: { Precision: 18, Scale: 2 }, value: '7.00' },
  Bool: { value: true },
  Date: { value: '2026-02-28' },
  DateTime: { value: '2026-02-28T00:00:00Z' },
  Uuid: { value: REGION.north },
  Json: { value: { a: 1 } },
  Enum: { more: { Values: ['7', 'b'] }, value: '7' },
  MultiEnum: { more: { Values: ['7', 'b'] }, value: ['7'] },
  Lookup: { more: { TargetId: { Match: { FieldName: 'EntityName', Value: 'Region' } } }, value: REGION.north },
  AutoNumber: { more: { Pattern: '{0}' } },
};

/** Values after a change of type, by old and new type; pairs that are not here cannot be changed. */
const CHANGED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Text: { LongText: '7', Int: 7, Decimal: 7, Enum: '7' },
  LongText: { Text: '7', Int: 7, Decimal: 7, Enum: '7' },
  Int: { Text: '7', LongText: '7', Decimal: 7 },
  Decimal: { Text: '7.00', LongText: '7.00', Int: 7 },
  Bool: { Text: 'true', LongText: 'true' },
  Date: { Text: '2026-02-28', LongText: '2026-02-28', DateTime: '2026-02-28T00:00:00Z' },
  DateTime: { Date: '2026-02-28' },
  Uuid: { Text: REGION.north, LongText: REGION.north, Lookup: REGION.north },
  Enum: { Text: '7', LongText: '7', MultiEnum: ['7'] },
  MultiEnum: { Enum: '7' },
  Lookup: { Uuid: REGION.north },
  AutoNumber: { Text: '1', LongText: '1' },
};

/** Of the values above these are none of the new type, though others are. */
const UNFIT: Readonly<Record<string, readonly string[]>> = {
  Text: ['Bool', 'Date', 'Uuid'],
  LongText: ['Bool', 'Date', 'Uuid'],
};

const fieldNamed = (FieldName: string, FieldType: string, more: object = {}) => {
  return { FieldName, FieldType, ...TYPES[FieldType].more, ...more };
};

async function define(EntityName: string, Fields: readonly object[]): Promise<void> {
  const { status, text } = await ada().insert('Entity', { EntityName, Fields });
  if (status !== 200) throw new Error(text);
}

function change(entity: string, field: string, members: Readonly<Record<string, unknown>>): Promise<Answer> {
  const Filters = [
    { FieldName: 'FieldName', Operator: 'EqualTo', Value: field },
    { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: entity },
  ];
  return ada().update('Field', members, { Filters });
}

const names = Object.keys(TYPES);

describe.each(names)('a %s field with a value and a null changes its type', (from) => {
  const EntityName = `From${from}`;
  const others = names.filter((to) => to !== from);
  beforeAll(async () => {
    const fields = others.map((to) => fieldNamed(`To${to}`, from));
    await define(EntityName, [{ FieldName: 'Mark', FieldType: 'Text' }, ...fields]);
    const value = TYPES[from].value;
    await ada().inserted(EntityName, {
      Mark: 'full',
      ...(value !== undefined && Object.fromEntries(others.map((to) => [`To${to}`, value]))),
    });
    await ada().inserted(EntityName, { Mark: 'null' });
  });

  it.each(others)('to %s, or is refused with the reason', async (to) => {
    const field = `To${to}`;
    const { status, body } = await change(EntityName, field, { FieldType: to, ...TYPES[to].more });
    const [detail] = body.ErrorDetails;
    const expected = CHANGED[from]?.[to];
    if (expected !== undefined) {
      expect({ status, detail }).toEqual({ status: 200, detail: undefined });
      const { body: rows } = await ada().select(EntityName, {
        SelectedFields: ['Mark', field],
        Sort: [{ FieldName: 'Mark' }],
      });
      const [full, none] = rows.Result;
      expect([full[field], none[field]]).toEqual([expected, from === 'AutoNumber' ? '2' : null]);
    } else if (UNFIT[from]?.includes(to)) {
      const message = `${EntityName}.${field}: there is 1 stored record with a value that is no ${to} of this definition.`;
      expect(status).toBe(400);
      expect(detail).toMatchObject({ FieldName: 'FieldType', Message: message, Params: { Count: 1 } });
    } else {
      const message = `${EntityName}.${field}: a ${from} field cannot become a ${to}.`;
      expect({ status, message: detail?.Message }).toEqual({ status: 400, message: expect.stringContaining(message) });
      expect(detail.FieldName).toBe('FieldType');
    }
  });
});

describe('texts change their type', () => {
  const made = new Map<string, string>();
  /** An entity with one record for each text. */
  async function texts(values: readonly (string | null)[], FieldType = 'Text'): Promise<string> {
    const name = `Texts${made.size}`;
    made.set(name, name);
    await define(name, [fieldNamed('A', FieldType)]);
    for (const A of values) await ada().inserted(name, { A });
    return name;
  }

  it.each<[string, Readonly<Record<string, unknown>>, readonly (string | null)[]]>([
    ['Decimal', {}, ['5', '5.25', '-0.1', null, '9999999999999999.99']],
    ['Decimal', { Precision: 4, Scale: 3 }, ['5', '5.125', null, '1.100000']],
    ['Int', {}, ['0', '-12', null, '999999999999999999']],
    ['Bool', {}, ['true', 'FALSE', null]],
    ['Date', {}, ['2024-02-29', null, '0001-01-01']],
    ['Uuid', {}, [REGION.north, null, REGION.south.toUpperCase()]],
  ])('to %s %j', async (FieldType, more, values) => {
    const name = await texts(values);
    expect(await change(name, 'A', { FieldType, ...more })).toMatchObject({ status: 200 });
    const { body } = await ada().select(name, { SelectedFields: ['A'] });
    expect(body.Result.filter(({ A }: { A: unknown }) => A === null)).toHaveLength(1);
  });

  it.each<[string, Readonly<Record<string, unknown>>, readonly (string | null)[], number]>([
    ['Decimal', {}, ['5', 'abc', null, '1e3', '05', '', ' 1', '9'.repeat(700), '1,5'], 7],
    ['Decimal', { Precision: 4, Scale: 1 }, ['5.25', '12345', '1.10', null, '99999999'], 3],
    ['Int', {}, ['1.0', 'x', null, '', '9999999999999999999'], 4],
    ['Bool', {}, ['yes', '2', null, 'true', '1'], 2],
    ['Date', {}, ['2026-02-29', '2026-2-1', '', null, '0000-01-01', '2026-01-01'], 4],
    ['Uuid', {}, ['x', null, REGION.north], 1],
    ['Enum', { Values: ['a'] }, ['a', 'b', null, 'A'], 2],
  ])('not to %s %j, with the field and the number of rows', async (FieldType, more, values, Count) => {
    const name = await texts(values);
    const { status, body } = await change(name, 'A', { FieldType, ...more });
    expect(status).toBe(400);
    expect(body.ErrorDetails[0]).toMatchObject({
      Params: { Count },
      Message: expect.stringContaining(`${name}.A: there `),
    });
    expect((await ada().select(name)).body.Result).toHaveLength(values.length);
  });
});

it('explains what stored records need before an existing field becomes Required', async () => {
  await define('Required', [fieldNamed('A', 'Text')]);
  await ada().inserted('Required', {});
  const { body } = await change('Required', 'A', { Required: true });
  expect(body.Errors).toEqual(['Required.A: there is 1 stored record without a value; give each a value first.']);
});
