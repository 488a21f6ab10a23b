import { mock } from 'node:test';
import pg from 'pg';
import { CUSTOMER, ORDER, USER } from '../../../support/demo.js';
import { type Answer, byId, TestApp, where } from '../../../support/test-app.js';

const lines = { Name: 'OrderLines', SelectedFields: ['LineNumber'], Sort: [{ FieldName: 'LineNumber', Direction: 2 }] };
const textOf = (query: unknown): string => (typeof query === 'string' ? query : (query as pg.QueryConfig).text);
const faultsOf = ({ body }: Answer): readonly string[] =>
  body.ErrorDetails.map(({ Code, Path }: { Code: string; Path: string }) => `${Code} ${Path}`);

describe('Includes of POST /api/v1/queries/select', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const order = (more: object, user = 'ada.admin', id: string = ORDER.o1): Promise<Answer> =>
    app.as(user).select('Order', { SelectedFields: ['Id'], WhereClause: byId(id), ...more });

  // Requirement: R135
  // See docs/interface/queries.md#includes
  it('contain children under the requested name, in their own order', async () => {
    const { body } = await order({ Includes: [lines] });
    const numbers = body.Result[0].OrderLines.map(({ LineNumber }: { LineNumber: number }) => LineNumber);
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => b - a));
    const byEntity = await order({ Includes: [{ ...lines, Name: 'orderline' }] });
    expect(byEntity.body.Result[0]).toEqual({ Id: ORDER.o1, OrderLine: body.Result[0].OrderLines });
  });

  // Requirement: R135, T21
  it('need one statement for any number of rows', async () => {
    const body = {
      SelectedFields: ['Name'],
      Includes: [
        { Name: 'RegionId' },
        {
          Name: 'CustomerOrders',
          Includes: [lines, { ...lines, Name: 'ContactId', Sort: [], SelectedFields: ['Id'] }],
        },
        { Name: 'Contact', SelectedFields: ['Id', 'CustomerId.Name'], Pager: { PageSize: 2 } },
      ],
      LoadLookUpValues: true,
    };
    const caller = app.as('ada.admin');
    await caller.select('Customer', body);
    const { mock: statements } = mock.method(pg.Client.prototype, 'query');
    const counts: number[] = [];
    for (const PageSize of [1, 8]) {
      statements.resetCalls();
      const { body: answer } = await caller.select('Customer', { ...body, Pager: { PageSize } });
      expect(answer.Result).toHaveLength(PageSize);
      // The service reads its logs meanwhile.
      counts.push(statements.calls.filter((call) => textOf(call.arguments[0]).includes('Customer')).length);
    }
    statements.restore();
    expect(counts).toEqual([1, 1]);
  });

  it('filter and page the children of each parent', async () => {
    const caller = app.as('ada.admin');
    const all = (await caller.select('Order', { SelectedFields: ['Id'], Includes: [lines] })).body.Result;
    const first = { ...lines, Pager: { PageSize: 1 } };
    const paged = (await caller.select('Order', { SelectedFields: ['Id'], Includes: [first] })).body.Result;
    expect(paged).toEqual(
      all.map((row: { OrderLines: unknown[] }) => ({ ...row, OrderLines: row.OrderLines.slice(0, 1) })),
    );
    const second = { ...lines, Pager: { PageNumber: 2, PageSize: 1 } };
    const next = (await caller.select('Order', { SelectedFields: ['Id'], Includes: [second] })).body.Result;
    expect(next).toEqual(
      all.map((row: { OrderLines: unknown[] }) => ({ ...row, OrderLines: row.OrderLines.slice(1, 2) })),
    );
    const none = { ...lines, WhereClause: where('LineNumber', 'GreaterThan', 1_000) };
    expect((await order({ Includes: [none] })).body.Result).toEqual([{ Id: ORDER.o1, OrderLines: [] }]);
  });

  it('nest, also back to the parent, and combine with cursors', async () => {
    const customer = {
      Name: 'CustomerId',
      SelectedFields: ['Name'],
      Includes: [{ Name: 'CustomerOrders', SelectedFields: ['Id'] }],
    };
    const { body } = await app.as('ada.admin').select('Order', {
      SelectedFields: ['CustomerId', 'Id'],
      Includes: [{ ...lines, Includes: [{ Name: 'OrderId', SelectedFields: ['Id'] }] }, customer],
      Pager: { PageSize: 2 },
    });
    expect([body.TotalRecords, body.Result.length, typeof body.NextCursor]).toEqual([9, 2, 'string']);
    for (const row of body.Result) {
      expect(Object.keys(row)).toEqual(['CustomerId', 'Id', 'OrderLines']);
      expect(row.CustomerId.CustomerOrders.map(({ Id }: { Id: string }) => Id)).toContain(row.Id);
      for (const line of row.OrderLines) expect(line.OrderId).toEqual({ Id: row.Id });
    }
  });

  it('of a lookup are an object, or null when absent, filtered out or not readable', async () => {
    const manager = { Name: 'AccountManagerId', SelectedFields: ['DisplayName'] };
    const one = (more: object, user = 'nina.north') =>
      app.as(user).select('Customer', { SelectedFields: ['Name'], WhereClause: byId(CUSTOMER.alpenmarkt), ...more });
    const name = 'Alpenmarkt AG';
    expect((await one({ Includes: [manager] })).body.Result).toEqual([
      { Name: name, AccountManagerId: { DisplayName: 'Mona Manager' } },
    ]);
    expect((await one({ Includes: [{ Name: 'ParentCustomerId' }] })).body.Result).toEqual([
      { Name: name, ParentCustomerId: null },
    ]);
    const other = { ...manager, WhereClause: where('DisplayName', 'EqualTo', 'Nobody') };
    expect((await one({ Includes: [other] })).body.Result).toEqual([{ Name: name, AccountManagerId: null }]);
    const email = await one({ Includes: [{ ...manager, SelectedFields: ['Email'] }] });
    expect([email.status, faultsOf(email)]).toEqual([403, ['ScopeNone Includes[0].Name']]);
    const open = await one({ Includes: [{ Name: 'OwnerId' }] });
    expect(open.body.Result[0].OwnerId).toEqual({ DisplayName: 'Nina North', IsActive: true, Id: USER.nina });
  });

  // Requirement: R132, T32
  it('contain only readable records and no deleted ones', async () => {
    const include = { Name: 'CustomerOrders', SelectedFields: ['Id'], Sort: [{ FieldName: 'OrderNumber' }] };
    for (const user of ['ada.admin', 'nina.north', 'sara.south', 'dora.dual']) {
      const caller = app.as(user);
      const rows = (await caller.select('Customer', { SelectedFields: ['Id'], Includes: [include] })).body.Result;
      const orders = (await caller.select('Order', { SelectedFields: ['Id', 'CustomerId'], Sort: include.Sort })).body
        .Result;
      for (const row of rows) {
        const own = orders.filter(({ CustomerId }: { CustomerId: string }) => CustomerId === row.Id);
        expect(row.CustomerOrders).toEqual(own.map(({ Id }: { Id: string }) => ({ Id })));
      }
    }
    const caller = app.as('ada.admin');
    const line = (await caller.select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', ORDER.o2) })).body
      .Result[0];
    const count = async () =>
      (await order({ Includes: [lines] }, 'ada.admin', ORDER.o2)).body.Result[0].OrderLines.length;
    const before = await count();
    expect((await caller.delete('OrderLine', byId(line.Id))).status).toBe(200);
    expect(await count()).toBe(before - 1);
    const deletedToo = await order({ Includes: [lines], IncludeDeleted: true }, 'ada.admin', ORDER.o2);
    expect(deletedToo.body.Result[0].OrderLines).toHaveLength(before - 1);
  });

  // Requirement: R133, T21
  it('of an entity with scope None are refused; LoadChildren leaves them out', async () => {
    const invoice = { SelectedFields: ['Id'] };
    const named = await app.as('nina.north').select('Invoice', { ...invoice, Includes: [{ Name: 'InvoicePayments' }] });
    expect([named.status, faultsOf(named)]).toEqual([403, ['ScopeNone Includes[0].Name']]);
    const loaded = await app.as('frank.finance').select('Invoice', { ...invoice, LoadChildren: true });
    expect(Object.keys(loaded.body.Result[0])).toEqual(['Id', 'InvoiceCreditNotes', 'InvoicePayments']);
    const left = await app.as('sara.south').select('Order', { SelectedFields: ['Id'], LoadChildren: true });
    expect(Object.keys(left.body.Result[0])).toEqual(['Id', 'OrderInvoices', 'OrderLines']);
    const open = await app.as('sara.south').select('Invoice', { ...invoice, LoadChildren: true });
    expect(open.body.Result.every((row: object) => Object.keys(row).join() === 'Id')).toBe(true);
  });

  it('are not duplicated by LoadChildren, and LoadLookUpValues applies to included rows', async () => {
    const { body } = await order({ LoadChildren: true, LoadLookUpValues: true, Includes: [{ Name: 'OrderLine' }] });
    expect(Object.keys(body.Result[0])).toEqual(['Id', 'OrderLine', 'OrderInvoices']);
    expect(body.Result[0].OrderLine[0].ProductId).toEqual({ Id: expect.any(String), Name: expect.any(String) });
  });

  // Requirement: R137
  it('are refused with every fault and its path', async () => {
    const answer = await app.as('ada.admin').select('Order', {
      SelectedFields: ['Nix'],
      Includes: [
        { Name: 'OrderLnes' },
        {
          Name: 'OrderLines',
          SelectedFields: ['No'],
          Sort: [{ FieldName: 'Nada' }],
          WhereClause: {
            Filters: [
              { FieldName: 'Quantity', Operator: 3, Value: 1 },
              { FieldName: 'Nein', Operator: 3, Value: 1 },
            ],
          },
        },
        { Name: 'OrderLines' },
        { Name: 'CustomerId', Sort: [{ FieldName: 'Name' }], Pager: { PageSize: 3 } },
      ],
    });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer).toSorted()).toEqual([
      'UnknownField Includes[0].Name',
      'UnknownField Includes[1].SelectedFields[0]',
      'UnknownField Includes[1].Sort[0].FieldName',
      'UnknownField Includes[1].WhereClause.Filters[1].FieldName',
      'UnknownField SelectedFields[0]',
      'Validation Includes[2].Name',
      'Validation Includes[3].Pager',
      'Validation Includes[3].Sort',
    ]);
    expect(answer.text).toContain("Did you mean 'OrderLines'?");
  });
});
