import { CUSTOMER, customer, ORDER, PRODUCT, TEAM, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { TestApp } from '../../../support/test-app.js';

const line = (OrderId: string, LineNumber: number): Readonly<Record<string, unknown>> => ({
  OrderId,
  LineNumber,
  ProductId: PRODUCT.water,
  Quantity: 1,
  UnitPrice: '1.00',
});

describe('owner and status of a new record', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  // Requirement: R94, T24, T26
  it.each([
    ['nina.north', 'Own', USER.nina, USER.nina, TEAM.salesNorth],
    ['mona.manager', 'Team', USER.nils, USER.nils, TEAM.salesNorth],
    ['hugo.head', 'Team with its sub-teams', USER.sara, USER.sara, TEAM.salesSouth],
    ['ada.admin', 'All', USER.sara, USER.sara, TEAM.salesSouth],
    ['ada.admin', 'All, to someone without a team,', USER.omar, USER.omar, null],
    ['erp.bot', 'All', USER.nina.toUpperCase(), USER.nina, TEAM.salesNorth],
  ])('%s with create scope %s may name %s', async (user, _, OwnerId, owner, team) => {
    const { status, body } = await app.as(user).insert('Customer', customer({ OwnerId }), { Prefer: 'return=id' });
    expect(status).toBe(200);
    const [stored] = await app.query(
      `SELECT "OwnerId", "OwnerTeamId" FROM ${await app.schema()}."Customer" WHERE "Id" = $1`,
      [body.Result],
    );
    expect(stored).toEqual({ OwnerId: owner, OwnerTeamId: team });
  });

  // Requirement: R94, T24, T26
  it.each([
    ['nina.north', 'Own', USER.nils],
    ['mona.manager', 'Team', USER.sara],
    ['mona.manager', 'Team', USER.omar],
  ])('%s with create scope %s may not name %s', async (user, _, OwnerId) => {
    const [detail] = await refused(
      app,
      () => app.as(user).insert('Customer', customer({ OwnerId })),
      403,
      'OutOfScope',
    );
    expect([detail.FieldName, detail.Path]).toEqual(['OwnerId', 'Fields[3]']);
  });

  // Requirement: T24
  it.each([
    ['inactive', USER.dirkDisabled],
    ['unknown', CUSTOMER.bistro],
    ['of another tenant', USER.bob],
  ])('a user who is %s cannot be named', async (_, OwnerId) => {
    const [detail] = await refused(
      app,
      () => app.as('ada.admin').insert('Customer', customer({ OwnerId })),
      400,
      'Validation',
    );
    expect(detail).toMatchObject({ FieldName: 'OwnerId', Path: 'Fields[3]' });
  });

  // Requirement: R30
  it.each([null, '', 'nina.north', 7])('OwnerId cannot be %j', async (OwnerId) => {
    await refused(app, () => app.as('ada.admin').insert('Customer', customer({ OwnerId })), 400, 'Validation');
  });

  // Requirement: T26
  it('a line belongs to the owner of its order, whoever writes it', async () => {
    const { body } = await app.as('mona.manager').insert('OrderLine', line(ORDER.o3, 50));
    expect(body.Result).toMatchObject({ OwnerId: USER.nils, OwnerTeamId: TEAM.salesNorth, CreatedBy: USER.mona });
  });

  // Requirement: T26
  it('create scope applies to that owner: no line on another user’s order', async () => {
    const call = () => app.as('nina.north').insert('OrderLine', line(ORDER.o3, 51));
    // The order is hidden from nina, so it does not exist for her.
    const [detail] = await refused(app, call, 400, 'Validation');
    expect(detail.FieldName).toBe('OrderId');
  });

  // Requirement: T23
  it('a hidden and an unknown order answer alike', async () => {
    const answers: unknown[] = [];
    for (const OrderId of [ORDER.o3, CUSTOMER.bistro]) {
      const call = () => app.as('nina.north').insert('OrderLine', { ...line(ORDER.o3, 52), OrderId });
      answers.push(await refused(app, call, 400, 'Validation'));
    }
    expect(answers[0]).toEqual(answers[1]);
    const told = async (Value: string): Promise<string> => {
      const OrderId = { Match: { FieldName: 'ExternalReference', Value } };
      const call = () => app.as('nina.north').insert('OrderLine', { ...line(ORDER.o3, 52), OrderId });
      return JSON.stringify(await refused(app, call, 400, 'Validation')).replace(Value, 'the given one');
    };
    expect(await told('PO-O3')).toBe(await told('PO-O9'));
  });

  it('an order given by Match determines the owner too', async () => {
    const OrderId = { Match: { FieldName: 'ExternalReference', Value: 'PO-O3' } };
    const { body } = await app.as('mona.manager').insert('OrderLine', { ...line(ORDER.o3, 53), OrderId });
    expect(body.Result).toMatchObject({ OrderId: ORDER.o3, OwnerId: USER.nils, OwnerTeamId: TEAM.salesNorth });
  });

  // Requirement: T26
  it('an owner out of create scope is refused where the target is readable', async () => {
    const invoicesOfClerks = {
      Filters: [
        { FieldName: 'EntityName', Operator: 3, Value: 'Invoice' },
        { FieldName: 'RoleId.Name', Operator: 3, Value: 'FinanceClerk' },
      ],
    };
    const { body } = await app.as('ada.admin').update('RoleAccess', { Create: 'Own' }, invoicesOfClerks);
    expect(body.RecordAffected).toBe(1);
    const fields = { OrderId: ORDER.o1, CustomerId: CUSTOMER.alpenmarkt, DueOn: '2030-01-01', Amount: '5.00' };
    await refused(app, () => app.as('fia.clerk').insert('Invoice', fields), 403, 'OutOfScope');
  });

  it('an invoice takes the owner of its order, not its writer', async () => {
    const fields = { OrderId: ORDER.o3, CustomerId: CUSTOMER.cafe, DueOn: '2030-01-01', Amount: '5.00' };
    const { body } = await app.as('frank.finance').insert('Invoice', fields);
    expect(body.Result).toMatchObject({ OwnerId: USER.nils, OwnerTeamId: TEAM.salesNorth });
    expect(body.Result.InvoiceNumber).toMatch(/^INV-\d{4}-\d{6}$/);
  });

  describe('StatusId', () => {
    const DRAFT = 'fe15cba1-181b-4475-83c8-4845f7d9dc4d';
    const CONFIRMED = '01809dbc-340a-4d38-8ab5-90dfbce0c674';

    // Requirement: R113
    it.each([
      ['absent', {}],
      ['the initial one', { StatusId: DRAFT.toUpperCase() }],
    ])('is the initial status when %s, with a first history row', async (_, fields) => {
      const { body } = await app
        .as('mona.manager')
        .insert('Order', { CustomerId: CUSTOMER.cafe, OwnerId: USER.nils, ...fields });
      expect(body.Result.StatusId).toBe(DRAFT);
      const WhereClause = { Filters: [{ FieldName: 'RecordId', Operator: 3, Value: body.Result.RecordInformationId }] };
      const history = await app.as('nils.north').select('StatusHistory', { WhereClause });
      expect(history.body.Result).toEqual([
        expect.objectContaining({
          EntityName: 'Order',
          FromStatusId: null,
          ToStatusId: DRAFT,
          UserId: USER.mona,
          OwnerId: USER.nils,
          OwnerTeamId: TEAM.salesNorth,
          CorrelationId: body.CorrelationId,
          ChangedOn: body.Result.CreatedOn,
        }),
      ]);
    });

    // Requirement: R113, T35
    it.each([
      ['Order', { CustomerId: CUSTOMER.cafe, StatusId: CONFIRMED }],
      ['Order', { CustomerId: CUSTOMER.cafe, StatusId: null }],
      ['Customer', customer({ StatusId: DRAFT })],
    ])('of a new %s must be the initial status', async (entity, fields) => {
      const [detail] = await refused(app, () => app.as('ada.admin').insert(entity, fields), 400, 'Validation');
      expect(detail.FieldName).toBe('StatusId');
    });
  });
});
