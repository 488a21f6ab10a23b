import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { CUSTOMER, REGION, TEAM, USER } from '../../../support/demo.js';
import { TestApp, type Answer } from '../../../support/test-app.js';
import { items, list, texts, values } from './values.js';

const MORE = {
  Lists: [
    { Name: 'Customers', EntityName: 'Customer', ParentField: 'RegionId.Code' },
    {
      Name: 'Sleepers',
      EntityName: 'Customer',
      WhereClause: { Filters: [{ FieldName: 'isactive', Operator: 3, Value: false }] },
    },
    {
      Name: 'Mine',
      EntityName: 'Customer',
      WhereClause: { Filters: [{ FieldName: 'OwnerId', Operator: 3, Value: 'Me', ValueType: 4 }] },
    },
    {
      Name: 'Cities',
      Values: [
        { Value: 3, Text: 'Third', ParentValue: 'AT', Sequence: 30 },
        { Value: true, Text: 'First', ParentValue: 'DE', Sequence: 10 },
        { Value: 'two', ParentValue: 'DE', Sequence: 20 },
      ],
    },
  ],
};

describe('GET /api/v1/lists/get', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await loadDemoCopy(app, MORE);
  });
  afterAll(() => app.stop());

  const get = (query: Readonly<Record<string, unknown>>, user = 'ada.admin'): Promise<Answer> =>
    list(app.as(user, COPY), query);

  // Requirement: R147, R148
  describe('for the records of an entity', () => {
    it('answers Id and display field as texts unless fields are named', async () => {
      const regions = await get({ entityName: 'region' });
      expect([texts(regions), regions.body.TotalRecords]).toEqual(['Export, North, South', 3]);
      expect(items(regions)[1]).toEqual({ Value: REGION.north, Text: 'North', IsActive: true });
      const codes = await get({ EntityName: 'Region', VALUEFIELD: 'code', textField: 'CountryCode' });
      expect(items(codes).map(({ Value, Text }) => Value + Text)).toHaveLength(3);
      const dotted = await get({ entityName: 'Customer', valueField: 'Name', textField: 'RegionId.Name' });
      expect(texts(dotted)).toBe('Export, North, North, North, North, South, South');
      const same = await get({ entityName: 'Product', valueField: 'Sku', textField: 'Sku', pageSize: 1 });
      expect(items(same)).toEqual([{ Value: 'BEV-0001', Text: 'BEV-0001', IsActive: true }]);
    });

    it('pages by 50 unless a page size is given', async () => {
      const page = await get({ entityName: 'Customer', pageNumber: 2, pageSize: 3 });
      expect([texts(page), page.body.TotalRecords]).toEqual(['Bistro Blau, Café Élan, Dorfladen eG', 7]);
      const past = await get({ entityName: 'Customer', pageNumber: 9 });
      expect([items(past), past.body.TotalRecords]).toEqual([[], 7]);
    });

    // Requirement: R67
    it('searches in any letter case and literally', async () => {
      const found = async (search: string) => texts(await get({ entityName: 'Customer', search }));
      expect(await found('ALPEN')).toBe('Alpenmarkt AG, Alpenmarkt Filiale Ost');
      expect(await found('0% e')).toBe('100% Eis_Café');
      expect(await found('%')).toBe('100% Eis_Café');
      expect(await found("' OR 1=1 --")).toBe('');
    });

    // Requirement: R132
    it('answers and counts only records that the caller reads', async () => {
      const seen = async (user: string) => {
        const answer = await get({ entityName: 'Customer' }, user);
        return `${texts(answer)}: ${answer.body.TotalRecords}`;
      };
      expect(await seen('nina.north')).toBe('Alpenmarkt AG, Alpenmarkt Filiale Ost, Bistro Blau: 3');
      expect(await seen('nils.north')).toBe('Café Élan: 1');
      expect(texts(await get({ entityName: 'Customer', ids: CUSTOMER.fern }, 'nina.north'))).toBe('');
      const region = { entityName: 'Customer', textField: 'RegionId.Name' };
      expect(texts(await get(region, 'nils.north'))).toBe('North');
    });

    // Requirement: T38
    it('answers inactive records only when asked by ids', async () => {
      const two = { entityName: 'Customer', ids: `${CUSTOMER.gastro},${CUSTOMER.cafe.toUpperCase()}` };
      expect(items(await get(two))).toEqual([
        { Value: CUSTOMER.cafe, Text: 'Café Élan', IsActive: true },
        { Value: CUSTOMER.gastro, Text: 'Gastro Inaktiv', IsActive: false },
      ]);
      expect(texts(await get({ ...two, pageSize: 1, pageNumber: 2 }))).toBe('Gastro Inaktiv');
      expect(texts(await get({ ...two, search: 'gastro' }))).toBe('Gastro Inaktiv');
      const repeated = await get({ entityName: 'Product', valueField: 'Sku', ids: ['BEV-0001', 'FOD-0101'] });
      expect(values(repeated)).toBe('FOD-0101, BEV-0001');
      expect(items(await get({ entityName: 'Customer', ids: ',' }))).toEqual([]);
    });

    // Requirement: T84
    it('answers active users to every member, by their public fields', async () => {
      const users = await get({ entityName: 'User', search: 'd', pageSize: 100 }, 'omar.outside');
      expect(values(users)).toContain(USER.ada);
      expect(values(users)).not.toContain(USER.dirkDisabled);
      const dirk = await get({ entityName: 'User', ids: USER.dirkDisabled }, 'omar.outside');
      expect(items(dirk)).toMatchObject([{ Value: USER.dirkDisabled, IsActive: false }]);
    });
  });

  describe('for the values of a field', () => {
    it('answers the values of an enum in their declared order', async () => {
      const segments = await get({ entityName: 'Customer', fieldName: 'segment' }, 'nina.north');
      expect(items(segments)).toEqual(
        ['Retail', 'Wholesale', 'KeyAccount'].map((name, i) => ({
          Value: name,
          Text: name,
          IsActive: true,
          Sequence: i + 1,
        })),
      );
      const found = await get({
        entityName: 'Customer',
        fieldName: 'Segment',
        search: 'AL',
        pageSize: 1,
        pageNumber: 2,
      });
      expect([values(found), found.body.TotalRecords]).toEqual(['', 1]);
      expect(values(await get({ entityName: 'Customer', fieldName: 'Segment', ids: 'Retail,Nothing' }))).toBe('Retail');
    });

    it('answers the target records of a lookup that the caller reads', async () => {
      const parents = { entityName: 'Customer', fieldName: 'ParentCustomerId' };
      expect(texts(await get(parents, 'nils.north'))).toBe('Café Élan');
      expect(texts(await get({ entityName: 'Order', fieldName: 'customerid', search: 'blau' }))).toBe('Bistro Blau');
    });

    it('answers targets of system lookups: owners, teams, and the statuses of the entity in order', async () => {
      expect(values(await get({ entityName: 'Customer', fieldName: 'OwnerId' }, 'nina.north'))).toContain(USER.sara);
      expect(values(await get({ entityName: 'Customer', fieldName: 'OwnerTeamId' }, 'nina.north'))).toContain(
        TEAM.finance,
      );
      const statuses = await get({ entityName: 'Invoice', fieldName: 'StatusId' }, 'fia.clerk');
      expect(texts(statuses)).toBe('Open, Partially paid, Overdue, Paid, Void');
      expect(items(statuses)[2]).toMatchObject({ IsActive: true, Sequence: 3 });
      expect(texts(await get({ entityName: 'Region', fieldName: 'StatusId' }))).toBe('');
    });
  });

  describe('for named lists', () => {
    it('applies the fields, clause and order of a list of records', async () => {
      const products = await get({ listName: 'sellableproducts' }, 'nina.north');
      expect(values(products)).toBe('BEV-0001, BEV-0002, FOD-0101, FOD-0102, NON-0201, SVC-0900');
      expect(items(products)[0]).toEqual({
        Value: 'BEV-0001',
        Text: 'Sparkling Water 12x1l',
        ParentValue: 'Beverage',
        IsActive: true,
      });
      expect(texts(await get({ listName: 'ActiveCustomers' }, 'nils.north'))).toBe('Café Élan');
      expect(texts(await get({ listName: 'Mine' }, 'sara.south'))).toBe('100% Eis_Café, Dorfladen eG, Fernhandel BV');
    });

    it('filters by a parent: an enum value, a record, a dotted field', async () => {
      expect(values(await get({ listName: 'SellableProducts', parentValue: 'Food' }))).toBe('FOD-0101, FOD-0102');
      expect(texts(await get({ listName: 'ActiveCustomers', parentValue: REGION.south }))).toBe(
        '100% Eis_Café, Dorfladen eG',
      );
      const exports = await get({ listName: 'Customers', parentValue: 'EX' });
      expect(items(exports)).toMatchObject([{ Text: 'Fernhandel BV', ParentValue: 'EX' }]);
    });

    it('marks ids that the clause excludes as inactive; a clause on IsActive alone decides', async () => {
      const sku = { listName: 'SellableProducts', ids: 'BEV-0003,BEV-0001' };
      expect(items(await get(sku)).map(({ Value, IsActive }) => [Value, IsActive])).toEqual([
        ['BEV-0001', true],
        ['BEV-0003', false],
      ]);
      expect(texts(await get({ listName: 'Customers' }))).not.toContain('Gastro');
      expect(texts(await get({ listName: 'Sleepers' }))).toBe('Gastro Inaktiv');
    });

    it('answers fixed values by Sequence, complete and unchanged', async () => {
      expect(items(await get({ listName: 'PaymentTerms' }, 'omar.outside'))).toEqual([
        { Value: 'NET0', Text: 'Due at once', IsActive: true, Sequence: 1 },
        { Value: 'NET14', Text: '14 days net', IsActive: true, Sequence: 2 },
        { Value: 'NET30', Text: '30 days net', IsActive: true, Sequence: 3 },
      ]);
      expect(items(await get({ listName: 'PaymentTerms', ids: 'NET60' }))).toEqual([
        { Value: 'NET60', Text: '60 days net', IsActive: false, Sequence: 4 },
      ]);
      expect(items(await get({ listName: 'Cities' })).map(({ Value, Text }) => [Value, Text])).toEqual([
        [true, 'First'],
        ['two', 'two'],
        [3, 'Third'],
      ]);
      expect(texts(await get({ listName: 'Cities', parentValue: 'DE', search: 'T' }))).toBe('First, two');
      const page = await get({ listName: 'Cities', pageSize: 2, pageNumber: 2 });
      expect([texts(page), page.body.TotalRecords]).toEqual(['Third', 3]);
    });
  });

  // Requirement: R121, T38
  it('answers no deleted record, not even by ids', async () => {
    const { body } = await app.as('ada.admin', COPY).insert('Region', { Code: 'GO', Name: 'Gone', CountryCode: 'DE' });
    const [Id] = [body.Result.Id as string];
    expect(texts(await get({ entityName: 'Region', ids: Id }))).toBe('Gone');
    const WhereClause = { Filters: [{ FieldName: 'Id', Operator: 3, Value: Id }] };
    expect((await app.as('ada.admin', COPY).delete('Region', WhereClause)).status).toBe(200);
    expect(texts(await get({ entityName: 'Region', ids: Id }))).toBe('');
    expect(texts(await get({ entityName: 'Region' }))).toBe('Export, North, South');
  });
});
