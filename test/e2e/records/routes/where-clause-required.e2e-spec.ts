import { CUSTOMER, NOTE } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';

const EMPTY_CLAUSES = [
  ['missing', undefined],
  ['null', null],
  ['{}', {}],
  ['Filters: []', { Filters: [] }],
  ['Filters: null', { Filters: null }],
  ['only FilterLogic', { FilterLogic: '1' }],
] as const;

describe('conditions of update and delete', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  // Requirement: R104, R105, T11
  it.each(EMPTY_CLAUSES)('an update whose where-clause is %s is refused', async (_, clause) => {
    const call = (): Promise<Answer> => app.as('ada.admin').update('Customer', { Phone: '+49 30 00000' }, clause);
    await refused(app, call, 400, 'WhereClauseRequired');
  });

  // Requirement: R116, T12
  it.each(EMPTY_CLAUSES)('a delete whose where-clause is %s is refused', async (_, clause) => {
    await refused(app, () => app.as('ada.admin').delete('Note', clause), 400, 'WhereClauseRequired');
  });

  // Requirement: R116, T14
  it('a delete without a body is refused with a hint at intermediaries', async () => {
    const call = (): Promise<Answer> => app.as('ada.admin').send('DELETE', '/records/delete');
    const [detail] = await refused(app, call, 400, 'WhereClauseRequired');
    expect(detail.Message).toContain('a proxy on the way may have dropped it');
  });

  // Requirement: R15, T2
  it('a misspelt WhereClause does not count as a where-clause', async () => {
    const body = { EntityName: 'Note', whereClause: byId(NOTE.n1) };
    const details = await (async () => {
      const answer = await app.as('ada.admin').send('DELETE', '/records/delete', body);
      expect(answer.status).toBe(400);
      return answer.body.ErrorDetails as readonly { Code: string; Message: string }[];
    })();
    expect(details.map(({ Code }) => Code)).toContain('UnknownMember');
  });

  // Requirement: R40, T4
  it.each([
    ['an unknown field', { Filters: [{ FieldName: 'Nmae', Operator: 3, Value: 'x' }] }],
    ['an unknown operator', { Filters: [{ FieldName: 'Name', Operator: 99, Value: 'x' }] }],
    [
      'a filter left unmentioned',
      {
        Filters: [1, 2].map((Sequence) => ({ FieldName: 'Name', Operator: 3, Value: 'x', Sequence })),
        FilterLogic: '1',
      },
    ],
  ])('%s refuses the write', async (_, clause) => {
    const before = await app.mark();
    const { status } = await app.as('ada.admin').update('Customer', { Phone: null }, clause);
    expect([status, await app.mark()]).toEqual([400, before]);
  });

  // Requirement: R112
  describe('with an expected version', () => {
    const update = (
      fields: Readonly<Record<string, unknown>>,
      options?: unknown,
      id: string = CUSTOMER.bistro,
    ): Promise<Answer> => app.as('ada.admin').update('Customer', fields, byId(id), options);
    const ifMatch = (version: string): Promise<Answer> => {
      const Fields = [{ FieldName: 'Phone', Value: `+49 30 ${Date.now()}` }];
      const body = { EntityName: 'Customer', Fields, WhereClause: byId(CUSTOMER.bistro) };
      return app.as('ada.admin').send('PUT', '/records/update', body, { 'If-Match': version });
    };

    it('that is current, the write succeeds once', async () => {
      expect((await update({ Phone: '+49 30 10000' }, { ExpectedVersion: 1 })).body.Result).toEqual([
        { Id: CUSTOMER.bistro, RowVersion: 2 },
      ]);
      const details = await refused(
        app,
        () => update({ Phone: '+49 30 20000' }, { ExpectedVersion: 1 }),
        412,
        'VersionMismatch',
      );
      expect(details).toEqual([expect.objectContaining({ RecordId: CUSTOMER.bistro })]);
    });

    it('If-Match is accepted', async () => {
      expect((await ifMatch('"2"')).status).toBe(200);
      await refused(app, () => ifMatch('"2"'), 412, 'VersionMismatch');
      expect((await ifMatch('*')).status).toBe(200);
      await refused(app, () => ifMatch('"x"'), 400, 'Validation');
    });

    it('it applies to every matched record and to delete', async () => {
      const both = byId([CUSTOMER.bistro, CUSTOMER.cafe]);
      await refused(
        app,
        () => app.as('ada.admin').update('Customer', { Phone: null }, both, { ExpectedVersion: 1 }),
        412,
        'VersionMismatch',
      );
      const gone = (ExpectedVersion: number): Promise<Answer> =>
        app.as('ada.admin').delete('Note', byId(NOTE.n1), { ExpectedVersion });
      await refused(app, () => gone(7), 412, 'VersionMismatch');
      expect((await gone(1)).status).toBe(200);
    });

    it('it must be a whole number', async () => {
      for (const ExpectedVersion of ['x', -1, 1.5])
        await refused(app, () => update({ Phone: null }, { ExpectedVersion }), 400, 'Validation');
    });
  });

  // See docs/interface/conventions.md#order-of-errors
  describe('with several faults', () => {
    const stale = { ExpectedVersion: 99 };
    const at =
      (user: string, fields: Readonly<Record<string, unknown>>, id: string, options?: unknown) => (): Promise<Answer> =>
        app.as(user).update('Customer', fields, byId(id), options);

    it('shape comes before row scope', async () => {
      await refused(app, at('nina.north', { Nmae: 1 }, CUSTOMER.dorfladen, stale), 400, 'UnknownField');
    });

    it('row scope comes before a stale version, a broken rule and a clash', async () => {
      await refused(
        app,
        at('nina.north', { Name: 'x', Email: 'cafe@customer.example' }, CUSTOMER.dorfladen, stale),
        403,
        'OutOfScope',
      );
    });

    it('a stale version comes before a broken rule', async () => {
      const details = await refused(
        app,
        at('nina.north', { Name: 'x' }, CUSTOMER.alpenmarkt, stale),
        412,
        'VersionMismatch',
      );
      expect(details.map(({ Code }) => Code)).toEqual(['VersionMismatch', 'FieldRule']);
      await refused(
        app,
        at('nina.north', { AccountManagerId: null, Segment: 'KeyAccount' }, CUSTOMER.alpenmarkt, stale),
        412,
        'VersionMismatch',
      );
    });

    it('a broken rule comes before a clash', async () => {
      await refused(
        app,
        at('nina.north', { Name: 'x', Email: 'cafe@customer.example' }, CUSTOMER.alpenmarkt),
        400,
        'FieldRule',
      );
      const fields = { Segment: 'KeyAccount', AccountManagerId: null, Email: 'cafe@customer.example' };
      await refused(app, at('nina.north', fields, CUSTOMER.alpenmarkt), 400, 'FieldRule');
    });
  });
});
