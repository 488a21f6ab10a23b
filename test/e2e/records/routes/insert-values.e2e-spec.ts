import { CUSTOMER, customer, ORDER, product, REGION } from '../../../support/demo.js';
import { type Detail, refused } from '../../../support/refusal.js';
import { TestApp } from '../../../support/test-app.js';

/** Answer of a refused insert. */
interface Refusal {
  readonly StatusCode: string;
  readonly ErrorDetails: readonly Detail[];
}

describe('values of inserted fields', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  /** Inserts and answers the result's text, since JSON.parse would lose digits. @param json the value as JSON text */
  async function stored(entity: string, field: string, json: string): Promise<string> {
    const others: Readonly<Record<string, unknown>> = { Customer: customer(), Product: product() }[entity]!;
    const fields = Object.entries(others)
      .filter(([FieldName]) => FieldName !== field)
      .map(([FieldName, Value]) => JSON.stringify({ FieldName, Value }));
    fields.push(`{"FieldName":"${field}","Value":${json}}`);
    const body = `{"EntityName":"${entity}","Fields":[${fields.join()}]}`;
    const { status, text } = await app.as('erp.bot').send('POST', '/records/insert', body);
    if (status !== 200) return text;
    return new RegExp(`"${field}":(\\{.*?\\}|\\[.*?\\]|"[^"]*"|[^,}]+)[,}]`).exec(text)![1];
  }

  // Requirement: R34, T62, T63
  it.each([
    ['Product', 'StockQuantity', '9007199254740993', '9007199254740993'],
    ['Product', 'StockQuantity', '"9223372036854775807"', '9223372036854775807'],
    ['Product', 'StockQuantity', '1e3', '1000'],
    ['Product', 'StockQuantity', '12.0', '12'],
    ['Product', 'UnitPrice', '1234567890.12', '1234567890.12'],
    ['Product', 'UnitPrice', '"12.5"', '12.50'],
    ['Product', 'UnitPrice', '5', '5.00'],
    ['Customer', 'CreditLimit', '"0"', '0.00'],
    ['Product', 'Discontinued', '"TRUE"', 'true'],
    ['Product', 'Discontinued', 'false', 'false'],
    ['Product', 'Discontinued', '1', 'true'],
    ['Product', 'Discontinued', '"0"', 'false'],
    [
      'Product',
      'Attributes',
      '{"a":12345678901234.56,"b":9007199254740993}',
      '{"a": 12345678901234.56, "b": 9007199254740993}',
    ],
    ['Product', 'Attributes', '"text"', '"text"'],
    ['Product', 'Attributes', 'null', 'null'],
    ['Customer', 'OnboardedOn', '"2026-01-31T00:00:00"', '"2026-01-31"'],
    ['Customer', 'OnboardedOn', '"2024-02-29"', '"2024-02-29"'],
    ['Customer', 'Segment', '"Wholesale"', '"Wholesale"'],
    ['Customer', 'ErpId', '"65FB069E-514D-4883-83B1-000000000001"', '"65fb069e-514d-4883-83b1-000000000001"'],
    ['Customer', 'Name', '"Größe \\u0027; DROP TABLE \\ud83d\\ude00"', `"Größe '; DROP TABLE 😀"`],
    ['Customer', 'Email', 'null', 'null'],
  ])('%s.%s accepts %s and answers %s', async (entity, field, json, answered) => {
    expect(await stored(entity, field, json)).toBe(answered);
  });

  // Requirement: R34, T63
  it('DateTime is answered in UTC for any offset, and read as UTC without one', async () => {
    const given = ['2026-03-01T10:00:00', '2026-03-01T12:00:00+02:00', '2026-03-01T10:00:00Z'];
    for (const RemindAt of given) {
      const { body } = await app.as('nina.north').insert('Note', { Subject: 'x', RemindAt });
      expect(new Date(body.Result.RemindAt).toISOString()).toBe('2026-03-01T10:00:00.000Z');
      expect(body.Result.RemindAt).toMatch(/Z$/);
    }
  });

  // Requirement: T62
  it('a decimal keeps 14 digits in both directions', async () => {
    const assigned = { OrderId: ORDER.o1, CustomerId: CUSTOMER.alpenmarkt, DueOn: '2030-01-01' };
    const fields = Object.entries(assigned).map(([FieldName, Value]) => ({ FieldName, Value }));
    const list = `${JSON.stringify(fields).slice(0, -1)},{"FieldName":"Amount","Value":123456789012.34}]`;
    const insert = (body: string): ReturnType<TestApp['send']> =>
      app.as('fia.clerk').send('POST', '/records/insert', body);
    const { text } = await insert(`{"EntityName":"Invoice","Fields":${list}}`);
    expect(text).toContain('"Amount":123456789012.34,');
    const tooLong = list.replace('123456789012.34', '12345678901234.56');
    await refused(app, () => insert(`{"EntityName":"Invoice","Fields":${tooLong}}`), 400, 'FieldRule');
  });

  // Requirement: R33, R34, R97
  it.each([
    ['Product', 'StockQuantity', '9223372036854775808', 'Validation'],
    ['Product', 'StockQuantity', '"ten"', 'Validation'],
    ['Product', 'StockQuantity', '1.5', 'Validation'],
    ['Product', 'StockQuantity', '-1', 'FieldRule'],
    ['Product', 'UnitPrice', '1e400', 'Validation'],
    ['Product', 'UnitPrice', '1.005', 'FieldRule'],
    ['Product', 'UnitPrice', 'true', 'Validation'],
    ['Product', 'Discontinued', '"yes"', 'Validation'],
    ['Product', 'Discontinued', '2', 'Validation'],
    ['Product', 'Category', '"Drinks"', 'FieldRule'],
    ['Product', 'Category', '"food"', 'FieldRule'],
    ['Product', 'SupplierRef', '"not-a-uuid"', 'Validation'],
    ['Product', 'Sku', '"abc-1"', 'FieldRule'],
    ['Customer', 'OnboardedOn', '"2026-02-30"', 'Validation'],
    ['Customer', 'OnboardedOn', '"2026-01-31T10:00:00"', 'Validation'],
    ['Customer', 'Name', '42', 'Validation'],
    ['Customer', 'Name', '"x"', 'FieldRule'],
    ['Customer', 'Email', '"nobody"', 'FieldRule'],
    ['Customer', 'Phone', '"call me"', 'FieldRule'],
    ['Customer', 'CreditLimit', '1000000.01', 'FieldRule'],
  ])('%s.%s refuses %s and names the field', async (entity, field, json, code) => {
    const { StatusCode, ErrorDetails } = JSON.parse(await stored(entity, field, json)) as Refusal;
    expect([StatusCode, ErrorDetails.length]).toEqual(['400', 1]);
    expect(ErrorDetails[0]).toMatchObject({ Code: code, FieldName: field });
  });

  // Requirement: R33, R97
  it.each([
    ['Name', null],
    ['Name', ''],
    ['RegionId', null],
    ['RegionId', ''],
    ['CreditLimit', ''],
  ])('%s = %j breaks Required, and no default replaces it', async (field, value) => {
    const call = () => app.as('nina.north').insert('Customer', customer({ [field]: value }));
    const details = await refused(app, call, 400, 'FieldRule');
    expect(details).toEqual([
      expect.objectContaining({ FieldName: field, Message: `${field} is required.`, Params: { Rule: 'Required' } }),
    ]);
  });

  it('null breaks Required where a default stands for an absent value, too', async () => {
    const call = () => app.as('nina.north').insert('Customer', customer({ Segment: null }));
    const Message =
      'Segment must be the text of a declared value, not null; a new record that leaves it out gets "Retail".';
    const [detail] = await refused(app, call, 400, 'FieldRule');
    expect(detail).toMatchObject({ FieldName: 'Segment', Message, Params: { Rule: 'Required' } });
  });

  // Requirement: R33
  it('a field that is not required accepts null', async () => {
    const { body } = await app
      .as('nina.north')
      .insert('Customer', customer({ OnboardedOn: null, ParentCustomerId: null }));
    expect(body.Result).toMatchObject({ OnboardedOn: null, ParentCustomerId: null, RegionId: REGION.north });
  });
});
