import { CUSTOMER, ORDER, PRODUCT } from '../../support/demo.js';
import { assignments, match, type Answer, type Caller } from '../../support/test-app.js';
import { AlternatingNodes } from './alternating-nodes.js';

/** On a busy machine two nodes take long to start. */
const SET_UP_MS = 120_000;

/** A value of a field, or several. */
type Known = readonly [fieldName: string, value: unknown];

const allOf = (...known: readonly Known[]): unknown => ({
  Filters: known.map(([FieldName, Value], i) => ({
    Sequence: i + 1,
    FieldName,
    Operator: Array.isArray(Value) ? 'IN' : 'EqualTo',
    Value,
  })),
});

const WRITES: readonly (readonly [how: string, write: (nina: Caller, clause: unknown) => Promise<Answer>])[] = [
  ['an update', (nina, clause) => nina.update('Customer', { Name: 'Xaver' }, clause)],
  [
    'an update of a version',
    (nina, clause) => nina.update('Customer', { Name: 'Xaver' }, clause, { ExpectedVersion: 1 }),
  ],
  [
    'a step of a batch',
    (nina, WhereClause) =>
      nina.batch([
        { Operation: 'Update', EntityName: 'Customer', Fields: assignments({ Name: 'Xaver' }), WhereClause },
      ]),
  ],
];

describe.each([1, 2])('values of a hidden record, on %i node(s)', (count) => {
  let nodes: AlternatingNodes;
  let hidden: { readonly TaxId: string; readonly CustomerNumber: string; readonly RecordInformationId: string };
  beforeAll(async () => {
    nodes = await AlternatingNodes.start(count);
    hidden = await nodes.first.as('ada.admin').row('Customer', CUSTOMER.dorfladen);
  }, SET_UP_MS);
  afterAll(() => nodes.stop());

  it.each(WRITES)('cannot be guessed by %s that addresses it', async (_, write) => {
    const nina = nodes.as('nina.north');
    const told = async (...known: readonly Known[]): Promise<unknown> => {
      const { status, body } = await write(nina, allOf(...known));
      return { status, details: body.ErrorDetails as unknown, result: body.Result as unknown };
    };
    const [id, record]: readonly Known[] = [
      ['Id', CUSTOMER.dorfladen],
      ['RecordInformationId', hidden.RecordInformationId],
    ];
    const number: Known = ['CustomerNumber', hidden.CustomerNumber];
    const right: Known = ['TaxId', hidden.TaxId];
    const refused = expect.objectContaining({ status: 403 });
    for (const known of [id, record, number]) {
      const one = await told(known, right);
      expect(one).toEqual(refused);
      expect(await told(known, ['TaxId', 'DE000'])).toEqual(one);
      expect(await told(known, ['TaxId', [hidden.TaxId, 'DE000']])).toEqual(one);
    }
    // The unique field that stands first is the one that names the record.
    expect(await told(right, number)).toEqual(await told(right, ['CustomerNumber', 'C-0']));
    expect(await told(right, id)).toEqual(await told(['TaxId', 'DE000'], id));
    expect(await told(['TaxId', 'DE000'], number)).toEqual(await told(['TaxId', 'DE000'], ['CustomerNumber', 'C-0']));
  });

  it('cannot be guessed by an upsert that addresses it', async () => {
    const told = async (TaxId: string): Promise<unknown> => {
      const fields = { Id: CUSTOMER.dorfladen, Name: 'Xaver', TaxId };
      const { status, body } = await nodes.as('nina.north').upsert('Customer', ['Id'], fields);
      return [status, body.ErrorDetails];
    };
    expect(await told(hidden.TaxId)).toEqual(await told('DE812345678'));
  });

  it('cannot be guessed by an upsert that addresses its parent', async () => {
    const ada = nodes.first.as('ada.admin');
    const { OrderNumber } = await ada.row('Order', ORDER.o4);
    const told = async (number: string): Promise<unknown> => {
      const fields = {
        OrderId: match('OrderNumber', number),
        LineNumber: 1,
        ProductId: PRODUCT.water,
        Quantity: 1,
        UnitPrice: '1.00',
      };
      const { status, body } = await nodes.as('nina.north').upsert('OrderLine', ['OrderId', 'LineNumber'], fields);
      return [status, body.ErrorDetails];
    };
    const known = await told('SO-0000-000000');
    expect(known).toEqual([400, [expect.objectContaining({ Code: 'Validation' })]]);
    // The message repeats what the caller has sent.
    const text = JSON.stringify(await told(OrderNumber as string));
    expect(text.replace(OrderNumber as string, 'SO-0000-000000')).toBe(JSON.stringify(known));
  });

  it('cannot be guessed by a delete that addresses it', async () => {
    const { OrderNumber } = await nodes.first.as('ada.admin').row('Order', ORDER.o4);
    const told = async (number: string): Promise<unknown> => {
      const clause = allOf(['Id', ORDER.o4], ['OrderNumber', number]);
      const { status, body } = await nodes.as('nina.north').delete('Order', clause);
      return [status, body.ErrorDetails];
    };
    const known = await told(OrderNumber as string);
    expect(known).toEqual([403, [expect.objectContaining({ Code: 'OutOfScope' })]]);
    expect(await told('SO-0000-000000')).toEqual(known);
  });
});
