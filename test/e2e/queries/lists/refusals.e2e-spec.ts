import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { CUSTOMER, REGION } from '../../../support/demo.js';
import { DEVELOPMENT, SOUTHBAY, TestApp, type Answer, type Place } from '../../../support/test-app.js';
import { codes, items, list } from './values.js';

type Query = Readonly<Record<string, unknown>>;

const QUERY = {
  tokens: '28dd1dba-b07d-41e8-9332-f888302d4b3e',
  people: 'a3000000-0000-4000-8000-000000000003',
} as const;

describe('GET /api/v1/lists/get refuses', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await loadDemoCopy(app, {
      SavedQueries: [{ Id: QUERY.people, Name: 'People', EntityName: 'User', SelectedFields: ['UserName', 'Email'] }],
    });
  });
  afterAll(() => app.stop());

  const get = (query: Query, user = 'ada.admin', place: Place = DEVELOPMENT): Promise<Answer> =>
    list(app.as(user, place), query);

  it.each<[query: Query, answer: string]>([
    [{}, '400,Validation entityName'],
    [{ entityName: '', listName: '' }, '400,Validation entityName'],
    [{ search: 'x', pageSize: 0 }, '400,Validation entityName,Validation pageSize'],
    [{ entityName: 'Customer', listName: 'PaymentTerms' }, '400,Validation entityName'],
    [{ listName: 'PaymentTerms', dataSourceQueryId: QUERY.tokens }, '400,Validation entityName'],
    [{ fieldName: 'Segment' }, '400,Validation entityName'],
    [{ entityName: ['Customer', 'Order'] }, '400,Validation entityName,Validation entityName'],
    [{ listName: 'PaymentTerms', textField: 'Name' }, '400,Validation textField'],
    [{ entityName: 'Customer', fieldName: 'Segment', valueField: 'Name' }, '400,Validation valueField'],
    [{ entityName: 'Custmer', pageSize: 0 }, '404,UnknownEntity'],
    [{ entityName: 'Custmer', fieldName: 'Segment' }, '404,UnknownEntity'],
    [{ entityName: 'Customer', valueField: 'Nme', ids: 'x' }, '400,UnknownField valueField'],
    [{ entityName: 'Customer', textField: 'Nme', search: 'x' }, '400,UnknownField textField'],
    [{ entityName: 'Customer', fieldName: 'Segmnt' }, '400,UnknownField fieldName'],
    [{ entityName: 'Customer', fieldName: 'Name' }, '400,Validation fieldName'],
    [{ entityName: 'Order', fieldName: 'CustomerId.Segment' }, '400,Validation fieldName'],
    [{ listName: 'Nothing' }, '404,NotFound listName'],
    [{ listName: 'Pay\0ment' }, '404,NotFound listName'],
    [{ listName: "x' OR '1'='1" }, '404,NotFound listName'],
    [{ dataSourceQueryId: 'CustomersBySegment' }, '400,Validation dataSourceQueryId'],
    [{ dataSourceQueryId: REGION.north }, '404,NotFound'],
    [{ dataSourceQueryId: QUERY.tokens }, '400,Validation Reqtokens.Segments'],
    [{ entityName: 'Customer', ids: 'x' }, '400,BadFilter ids'],
    [{ entityName: 'Customer', ids: [CUSTOMER.cafe, 'x'] }, '400,BadFilter ids[1]'],
    [{ entityName: 'Product', textField: 'UnitPrice', search: '1' }, '400,BadFilter search.Operator'],
    [{ entityName: 'Customer', search: 'a\0b' }, '400,BadFilter search'],
    [{ entityName: 'Customer', textField: 'Preferences' }, '400,Validation textField'],
    [{ entityName: 'Customer', pageNumber: 'one' }, '400,Validation pageNumber'],
    [{ entityName: 'Customer', pageNumber: '99999999999999999999' }, '400,Validation pageNumber'],
    [{ entityName: 'Customer', pageSize: 1001 }, '400,Validation pageSize'],
    [{ entityName: 'Customer', pageSize: -1, pageNumber: 0 }, '400,Validation pageNumber,Validation pageSize'],
    [{ entityName: 'Customer', parentValue: 'x' }, '400,Validation parentValue'],
    [{ entityName: 'Customer', fieldName: 'Segment', parentValue: 'x' }, '400,Validation parentValue'],
    [{ entityName: 'Customer', fieldName: 'RegionId', parentValue: 'x' }, '400,Validation parentValue'],
    [{ listName: 'PaymentTerms', parentValue: 'x', pageSize: 0 }, '400,Validation pageSize,Validation parentValue'],
    [{ listName: 'SellableProducts', parentValue: 'Nothing' }, '400,BadFilter parentValue'],
    [{ listName: 'ActiveCustomers', parentValue: 'NO' }, '400,BadFilter parentValue'],
    [{ entityName: 'Customer', pagesize: 1, pageSze: 2 }, '400,UnknownMember pageSze'],
  ])('%j: %s', async (query, answer) => {
    expect(codes(await get(query))).toBe(answer);
  });

  it('misspelt query parameters always, other unknown ones with handling=strict, else logs them', async () => {
    const ignored = await get({ entityName: 'Region', 'a[b]': 1, __proto__x: 2 });
    expect([ignored.status, ignored.body.Log.length]).toEqual([200, 2]);
    const strict = await app
      .as('ada.admin')
      .send('GET', '/lists/get?entityName=Region&nonsense=1', undefined, { Prefer: 'handling=strict' });
    expect(codes(strict)).toBe('400,UnknownMember nonsense');
  });

  // Requirement: T34
  it('a caller with read scope None, before checks of shape and for fields too', async () => {
    for (const query of [
      { entityName: 'Customer', pageSize: 0 },
      { entityName: 'Customer', fieldName: 'Segment' },
      { entityName: 'Customer', fieldName: 'Nothing' },
      { listName: 'ActiveCustomers' },
      { dataSourceQueryId: QUERY.tokens },
      { entityName: 'User', textField: 'Email' },
      { entityName: 'User', search: 'a', valueField: 'UserName' },
      { entityName: 'List' },
    ]) {
      expect([query, codes(await get(query, 'omar.outside')).slice(0, 13)]).toEqual([query, '403,ScopeNone']);
    }
    const people = await get({ dataSourceQueryId: QUERY.people }, 'omar.outside', COPY);
    expect(codes(people)).toBe('403,ScopeNone');
  });

  // Requirement: R12
  it('ids, lists and queries of another tenant', async () => {
    const south = (query: Query) => get(query, 'bob.bay', SOUTHBAY);
    expect(items(await south({ entityName: 'Customer', ids: CUSTOMER.cafe }))).toEqual([]);
    expect(codes(await south({ dataSourceQueryId: QUERY.people }))).toBe('404,NotFound');
    expect((await get({ entityName: 'Customer' }, 'bob.bay')).status).toBe(403);
  });

  it('other methods, and a caller without a token', async () => {
    expect((await app.as('ada.admin').send('POST', '/lists/get', {})).status).toBe(405);
    expect((await app.send('GET', '/api/v1/lists/get?entityName=Region')).status).toBe(401);
  });

  it('a query string over the limit', async () => {
    const ids = Array.from({ length: 1_200 }, (_, i) => `a${i}`);
    const answer = await get({ entityName: 'Region', valueField: 'Code', ids, search: 'x' });
    expect([answer.status, answer.body.ErrorDetails]).toEqual([400, [expect.objectContaining({ Code: 'Validation' })]]);
  });
});
