import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { CUSTOMER, USER } from '../../../support/demo.js';
import { type Answer, TestApp, where } from '../../../support/test-app.js';
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

  describe('chooses the query', () => {
    // Requirement: R140, R141, R143
    it('by name in any letter case or by id, with the same rows', async () => {
      const body = { Reqtokens: { Segments: ['Wholesale'] } };
      const [name, id] = [await run('CUSTOMER/bySegment', body), await run(CITY_ID.toUpperCase(), body)];
      expect([name.status, names(name)]).toEqual([200, 'Dorfladen eG, Fernhandel BV']);
      expect(id.body.Result).toEqual(name.body.Result);
      expect(Object.keys(name.body.Result[0])).toEqual(['Name', 'Segment', 'RegionId.Code']);
    });

    // Requirement: R143
    it('under a name with blanks and slashes', async () => {
      expect(names(await run(`Region/${encodeURIComponent('In D/A/CH & more')}`))).toBe('Export, North, South');
    });

    // Requirement: R140
    it('and answers only what the caller reads', async () => {
      const rows = async (user: string) => names(await run('Customer/Everybody', undefined, user));
      expect(await rows('nina.north')).toBe('Alpenmarkt AG, Alpenmarkt Filiale Ost, Bistro Blau');
      expect(await rows('nils.north')).toBe('Café Élan, Gastro Inaktiv');
      expect((await run('Customer/Everybody', {}, 'ada.admin')).body.TotalRecords).toBe(8);
    });

    // Requirement: R143
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
    ])('%s is refused', async (_, path, answer, body, user) => {
      expect(codes(await run(path, body, user))).toBe(answer);
    });
  });

  // Requirement: R142, T36
  describe('tokens', () => {
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

    it('are checked by their type, then by the field they are compared with', async () => {
      const wrong = await run('Order/InPeriod', { Reqtokens: { From: 'January', To: '2026-01-31' } });
      const undeclared = await run('Customer/BySegment', { Reqtokens: { Segments: ['Retail', 'Nobody'] } });
      expect([codes(wrong), codes(undeclared)]).toEqual([
        '400,Validation Reqtokens.From',
        '400,BadFilter Reqtokens.Segments[1]',
      ]);
    });

    // Requirement: S3
    it('are bound values: text is taken literally', async () => {
      const found = await run('Customer/Search', { Reqtokens: { Text: "%' OR 1=1 --" } });
      expect([found.status, names(found)]).toEqual([200, '']);
      expect(names(await run('Customer/Search', { Reqtokens: { Text: '0% e' } }))).toBe('100% Eis_Café');
    });

    it('keep the line in Log about pages behind 10,000 rows', async () => {
      const { body } = await run('Customer/Search', { Reqtokens: { Text: 'e' }, Pager: { PageNumber: 202 } });
      expect(body.Log).toEqual([expect.stringContaining('Pager.PageNumber 202 reads and skips 10050 rows.')]);
    });

    it('work in Between, lists and ExistsIn; unknown ones are ignored with a line in Log', async () => {
      const period = { From: '2026-01-01', To: '2026-01-31' };
      const orders = await run('Order/InPeriod', { Reqtokens: { ...period, Nobody: 1 } });
      expect(orders.body.Result.map(({ ExternalReference: ref }: { ExternalReference: string }) => ref)).toEqual([
        'PO-O1',
        'PO-O2',
        'PO-O3',
      ]);
      expect(orders.body.Log).toEqual(['Reqtokens.Nobody is not a parameter and was ignored.']);
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

    // Requirement: T6
    it('accept null as a value, which equals nothing or is refused', async () => {
      expect(names(await run('Customer/ByParent', { Reqtokens: { Parent: CUSTOMER.alpenmarkt } }))).toBe(
        'Alpenmarkt Filiale Ost',
      );
      expect((await run('Customer/ByParent', { Reqtokens: { Parent: null } })).body.TotalRecords).toBe(0);
      expect((await run('Customer/ByParent')).body.TotalRecords).toBe(8);
      expect(codes(await run('Customer/Search', { Reqtokens: { Text: null } }))).toBe('400,BadFilter Reqtokens.Text');
    });

    it('that are absent take their default, such as the caller', async () => {
      const mine = async (user: string) => names(await run('Customer/OfOwner', undefined, user));
      expect(await mine('mona.manager')).toBe('');
      expect(await mine('nils.north')).toBe('Café Élan, Gastro Inaktiv');
    });
  });

  describe('combines with the request', () => {
    const tokens = { Reqtokens: { Segments: ['Retail', 'Wholesale'] } };

    // Requirement: R144
    it('whose order and page come before the saved ones', async () => {
      const Sort = [{ FieldName: 'CreditLimit', Direction: 2 }];
      const { body } = await run('Customer/BySegment', { ...tokens, Sort, Pager: { PageSize: 2, PageNumber: 2 } });
      expect([body.Result.map(({ Name }: { Name: string }) => Name), body.TotalRecords]).toEqual([
        ['Alpenmarkt Filiale Ost', 'Café Élan'],
        7,
      ]);
    });

    it('whose cursor continues pages', async () => {
      const first = await run('Customer/BySegment', { ...tokens, Pager: { PageSize: 4 } });
      const rest = await run('Customer/BySegment', {
        ...tokens,
        Pager: { PageSize: 4, Cursor: first.body.NextCursor },
      });
      expect(names(rest)).toBe('Dorfladen eG, Fernhandel BV, Gastro Inaktiv');
    });

    // Requirement: R145, T89
    it('whose WhereClause only narrows, whatever its logic and options', async () => {
      const narrowed = (WhereClause: unknown, Options?: object) =>
        run('Customer/BySegment', { ...tokens, WhereClause, Options });
      expect(names(await narrowed(where('RegionId.Code', 'EqualTo', 'SO')))).toBe('100% Eis_Café, Dorfladen eG');
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
        (await narrowed(where('ParentCustomerId', 'NotEqualTo', CUSTOMER.alpenmarkt), { NullSafeNegation: true })).body
          .TotalRecords,
      ).toBe(6);
      expect(codes(await narrowed(where('Nmae', 'EqualTo', 'x')))).toBe(
        '400,UnknownField WhereClause.Filters[0].FieldName',
      );
    });

    it('whose misspelt members are refused; keys of Reqtokens are data', async () => {
      expect(codes(await run('Customer/BySegment', { ReqTokens: {} }))).toBe(
        '400,UnknownMember ReqTokens,Validation Reqtokens.Segments',
      );
      expect((await run('Customer/BySegment', { Reqtokens: { Segments: [], Segmentz: 1 } })).status).toBe(200);
      expect(codes(await run('Customer/Everybody', { Reqtokens: [] }))).toBe('400,Validation Reqtokens');
    });
  });

  // Requirement: R144, T37
  describe('saved views', () => {
    const view = (SavedView: string, user?: string, more: object = {}) =>
      run('Customer/Everybody', { SavedView, ...more }, user);

    it('select columns, filter and sort, by name or id, under each member name', async () => {
      const short = await view('short');
      expect(short.body.Result[0]).toEqual({ Name: 'Gastro Inaktiv' });
      expect(names(short)).toBe('Gastro Inaktiv, Café Élan, Bistro Blau, Alpenmarkt Filiale Ost, 100% Eis_Café');
      for (const body of [{ CustomViewId: VIEW.short }, { CustomViewID: 'Short', SavedView: 'SHORT' }]) {
        expect((await run('Customer/Everybody', body)).body.Result).toEqual(short.body.Result);
      }
      expect(names(await view('Short', undefined, { Sort: [{ FieldName: 'Name' }] }))).toMatch(/^100% Eis_Café/);
    });

    it('never add rows to the query, and use its tokens', async () => {
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

    it('are refused when two different ones are given', async () => {
      expect(codes(await view('Short', undefined, { CustomViewId: 'ForReps' }))).toBe('400,Validation SavedView');
    });
  });
});
