import { COPY, loadDemoCopy } from '../../support/demo-copy.js';
import { CUSTOMER, USER } from '../../support/demo.js';
import { type Answer, TestApp, where } from '../../support/test-app.js';
import { CITY_ID, SAVED_QUERIES, VIEW } from './queries.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('POST /api/v1/queries/execute', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await loadDemoCopy(app, { SavedQueries: SAVED_QUERIES });
    const owned = `UPDATE "${await app.schema(COPY)}"."SavedView" SET "OwnerId" = $1 WHERE "Name" = 'OfNina'`;
    await app.query(owned, [USER.nina]);
  });
  afterAll(() => app.stop());

  const run = (path: string, body?: unknown, user = 'ada.admin'): Promise<Answer> =>
    app.as(user, COPY).send('POST', `/queries/execute/${path}`, body);
  const names = ({ body }: Answer): string => body.Result.map(({ Name }: { Name: string }) => Name).join(', ');
  const codes = ({ status, body }: Answer): string =>
    [
      status,
      ...body.ErrorDetails.map(({ Code, Path }: { Code: string; Path?: string }) => `${Code} ${Path ?? ''}`.trim()),
    ].join();

  describe('which query', () => {
    it('by name in any letter case and by id give the same rows (R140, R141, R143)', async () => {
      const body = { Reqtokens: { Segments: ['Wholesale'] } };
      const [name, id] = [await run('CUSTOMER/bySegment', body), await run(CITY_ID.toUpperCase(), body)];
      expect([name.status, names(name)]).toEqual([200, 'Dorfladen eG, Fernhandel BV']);
      expect(id.body.Result).toEqual(name.body.Result);
      expect(Object.keys(name.body.Result[0])).toEqual(['Name', 'Segment', 'RegionId.Code']);
    });

    it('is found under a name with blanks and slashes (R143)', async () => {
      expect(names(await run(`Region/${encodeURIComponent('In D/A/CH & more')}`))).toBe('Export, North, South');
    });

    it('sees what the caller may read (R140)', async () => {
      const rows = async (user: string) => names(await run('Customer/Everybody', undefined, user));
      expect(await rows('nina.north')).toBe('Alpenmarkt AG, Alpenmarkt Filiale Ost, Bistro Blau');
      expect(await rows('nils.north')).toBe('Café Élan, Gastro Inaktiv');
      expect((await run('Customer/Everybody', {}, 'ada.admin')).body.TotalRecords).toBe(8);
    });

    it.each<[title: string, path: string, answer: string, body: unknown, user: string]>([
      ['an unknown entity', 'Custmer/BySegment', '404,UnknownEntity', undefined, 'ada.admin'],
      ['an unknown query', 'Customer/Nothing', '404,NotFound', undefined, 'ada.admin'],
      ['a query of another entity', 'Order/BySegment', '404,NotFound', undefined, 'ada.admin'],
      ['an unknown id', UNKNOWN, '404,NotFound', undefined, 'ada.admin'],
      ['an id that is none', 'BySegment', '400,Validation queryId', undefined, 'ada.admin'],
      ['a name that no text can be', 'Customer/%00', '404,NotFound', undefined, 'ada.admin'],
      ['read scope None, before everything else', 'Customer/Nothing', '403,ScopeNone', { Pager: 1 }, 'omar.outside'],
      ['read scope None, by id', CITY_ID, '403,ScopeNone', { Pager: { PageSize: 0 } }, 'omar.outside'],
      [
        'faults of the body before an unknown query',
        UNKNOWN,
        '400,Validation Pager.PageSize,NotFound',
        { Pager: { PageSize: 0 } },
        'ada.admin',
      ],
    ])('%s is refused (R143)', async (_, path, answer, body, user) => {
      expect(codes(await run(path, body, user))).toBe(answer);
    });
  });

  describe('tokens (R142, T36)', () => {
    it.each<[tokens: object, rows: string]>([
      [{ Segments: ['Wholesale'], NameStartsWith: 'f' }, 'Fernhandel BV'],
      [{ '@segments': 'Wholesale', NAMESTARTSWITH: 'f' }, 'Fernhandel BV'],
      [{ Segments: ['Wholesale'], NameStartsWith: '' }, 'Dorfladen eG, Fernhandel BV'],
      [{ Segments: [] }, ''],
    ])('%j', async (Reqtokens, rows) => {
      expect(names(await run('Customer/BySegment', { Reqtokens }))).toBe(rows);
    });

    it('all missing mandatory ones are named', async () => {
      const answer = await run('Order/InPeriod', { Reqtokens: { to: '' } });
      expect(codes(answer)).toBe('400,Validation Reqtokens.From,Validation Reqtokens.To');
      expect(answer.body.Errors.join()).toMatch(/'From'.*'To'/);
    });

    it('are checked by type, then by the field they meet', async () => {
      const wrong = await run('Order/InPeriod', { Reqtokens: { From: 'January', To: '2026-01-31' } });
      const undeclared = await run('Customer/BySegment', { Reqtokens: { Segments: ['Retail', 'Nobody'] } });
      expect([codes(wrong), codes(undeclared)]).toEqual([
        '400,Validation Reqtokens.From',
        '400,BadFilter Reqtokens.Segments[1]',
      ]);
    });

    it('bound, never code: text is taken literally', async () => {
      const found = await run('Customer/Search', { Reqtokens: { Text: "%' OR 1=1 --" } });
      expect([found.status, names(found)]).toEqual([200, '']);
      expect(names(await run('Customer/Search', { Reqtokens: { Text: '0% e' } }))).toBe('100% Eis_Café');
    });

    it('reach into Between, lists and ExistsIn; unknown ones are ignored with a line in Log', async () => {
      const period = { From: '2026-01-01', To: '2026-01-31' };
      const orders = await run('Order/InPeriod', { Reqtokens: { ...period, Nobody: 1 } });
      expect(orders.body.Result.map(({ ExternalReference: ref }: { ExternalReference: string }) => ref)).toEqual([
        'PO-O1',
        'PO-O2',
        'PO-O3',
      ]);
      expect(orders.body.Log).toEqual(['Reqtokens.Nobody is no parameter and was ignored.']);
      expect(names(await run('Customer/WithOrders', { Reqtokens: { Priorities: ['Urgent'] } }))).toBe(
        'Bistro Blau, Fernhandel BV',
      );
      expect(names(await run('Customer/WithOrders'))).toBe(
        'Alpenmarkt AG, Bistro Blau, Café Élan, Dorfladen eG, Fernhandel BV, 100% Eis_Café'
          .split(', ')
          .toSorted()
          .join(', '),
      );
    });

    it('null is a value: it asks for null, or is refused where null has no meaning (T6)', async () => {
      expect(names(await run('Customer/ByParent', { Reqtokens: { Parent: CUSTOMER.alpenmarkt } }))).toBe(
        'Alpenmarkt Filiale Ost',
      );
      expect((await run('Customer/ByParent', { Reqtokens: { Parent: null } })).body.TotalRecords).toBe(7);
      expect((await run('Customer/ByParent')).body.TotalRecords).toBe(8);
      expect(codes(await run('Customer/Search', { Reqtokens: { Text: null } }))).toBe('400,BadFilter Reqtokens.Text');
    });

    it('an absent one takes its default, such as the caller', async () => {
      const mine = async (user: string) => names(await run('Customer/OfOwner', undefined, user));
      expect(await mine('mona.manager')).toBe('');
      expect(await mine('nils.north')).toBe('Café Élan, Gastro Inaktiv');
    });
  });

  describe('what a run adds', () => {
    const tokens = { Reqtokens: { Segments: ['Retail', 'Wholesale'] } };

    it('its order and page come before the saved ones (R144)', async () => {
      const Sort = [{ FieldName: 'CreditLimit', Direction: 2 }];
      const { body } = await run('Customer/BySegment', { ...tokens, Sort, Pager: { PageSize: 2, PageNumber: 2 } });
      expect([body.Result.map(({ Name }: { Name: string }) => Name), body.TotalRecords]).toEqual([
        ['Alpenmarkt Filiale Ost', 'Café Élan'],
        7,
      ]);
    });

    it('pages continue behind a cursor', async () => {
      const first = await run('Customer/BySegment', { ...tokens, Pager: { PageSize: 4 } });
      const rest = await run('Customer/BySegment', {
        ...tokens,
        Pager: { PageSize: 4, Cursor: first.body.NextCursor },
      });
      expect(names(rest)).toBe('Dorfladen eG, Fernhandel BV, Gastro Inaktiv');
    });

    it('a WhereClause narrows and never widens, whatever its logic and options (R145, T89)', async () => {
      const narrowed = (WhereClause: unknown, Options?: object) =>
        run('Customer/BySegment', { ...tokens, WhereClause, Options });
      expect(names(await narrowed(where('RegionId.Code', 3, 'SO')))).toBe('100% Eis_Café, Dorfladen eG');
      const any = {
        Filters: [
          { FieldName: 'Name', Operator: 7 },
          { FieldName: 'Name', Operator: 6 },
        ],
        FilterLogic: '1 OR 2',
      };
      expect((await narrowed(any)).body.TotalRecords).toBe(7);
      expect(names(await run('Customer/NotBelowAlpenmarkt', { Options: { NullSafeNegation: true } }))).toBe('');
      expect(
        (await narrowed(where('ParentCustomerId', 8, CUSTOMER.alpenmarkt), { NullSafeNegation: true })).body
          .TotalRecords,
      ).toBe(6);
      expect(codes(await narrowed(where('Nmae', 3, 'x')))).toBe('400,UnknownField WhereClause.Filters[0].FieldName');
    });

    it('near misses of members are refused; keys of Reqtokens are data', async () => {
      expect(codes(await run('Customer/BySegment', { ReqTokens: {} }))).toBe(
        '400,UnknownMember ReqTokens,Validation Reqtokens.Segments',
      );
      expect((await run('Customer/BySegment', { Reqtokens: { Segments: [], Segmentz: 1 } })).status).toBe(200);
      expect(codes(await run('Customer/Everybody', { Reqtokens: [] }))).toBe('400,Validation Reqtokens');
    });
  });

  describe('saved views (R144, T37)', () => {
    const view = (SavedView: string, user?: string, more: object = {}) =>
      run('Customer/Everybody', { SavedView, ...more }, user);

    it('pick columns, filter and sort, by name or id, under any of their names', async () => {
      const short = await view('short');
      expect(short.body.Result[0]).toEqual({ Name: 'Gastro Inaktiv' });
      expect(names(short)).toBe('Gastro Inaktiv, Café Élan, Bistro Blau, Alpenmarkt Filiale Ost, 100% Eis_Café');
      for (const body of [{ CustomViewId: VIEW.short }, { CustomViewID: 'Short', SavedView: 'SHORT' }]) {
        expect((await run('Customer/Everybody', body)).body.Result).toEqual(short.body.Result);
      }
      expect(names(await view('Short', undefined, { Sort: [{ FieldName: 'Name' }] }))).toMatch(/^100% Eis_Café/);
    });

    it('never show rows the query does not give, and take its tokens', async () => {
      const body = { SavedView: 'Named', Reqtokens: { Segments: ['Wholesale'], NameStartsWith: 'd' } };
      expect(names(await run('Customer/BySegment', body))).toBe('Dorfladen eG');
    });

    it.each([
      ['nina.north', 'OfNina', 200],
      ['ada.admin', 'OfNina', 404],
      ['nina.north', 'ForReps', 200],
      ['mona.manager', 'ForReps', 404],
      ['nina.north', 'Nothing', 404],
      ['nina.north', VIEW.named, 404],
    ])('%s, view %s: %i', async (user, name, status) => {
      expect((await view(name, user)).status).toBe(status);
    });

    it('two that differ are refused', async () => {
      expect(codes(await view('Short', undefined, { CustomViewId: 'ForReps' }))).toBe('400,Validation SavedView');
    });
  });
});
