import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { TestApp, type Answer } from '../../../support/test-app.js';
import { items, list, texts, values } from './values.js';

const QUERY = {
  names: 'a3000000-0000-4000-8000-000000000001',
  whole: 'a3000000-0000-4000-8000-000000000002',
  people: 'a3000000-0000-4000-8000-000000000003',
  groups: 'a3000000-0000-4000-8000-000000000004',
  distinct: 'a3000000-0000-4000-8000-000000000005',
} as const;

const SavedQueries = [
  { Id: QUERY.names, Name: 'Names', EntityName: 'Customer', SelectedFields: ['CustomerNumber', 'Name', 'Segment'] },
  { Id: QUERY.whole, Name: 'Whole', EntityName: 'Region', LoadLookUpValues: true, LoadRecordInfo: true },
  { Id: QUERY.people, Name: 'People', EntityName: 'User', SelectedFields: ['DisplayName'] },
  {
    Id: QUERY.groups,
    Name: 'Groups',
    EntityName: 'Customer',
    GroupBy: ['RegionId.Code', 'RegionId.Name'],
    Aggregates: [{ Function: 'Count' }],
  },
  { Id: QUERY.distinct, Name: 'Distinct', EntityName: 'Customer', SelectedFields: ['RegionId.Name'], Distinct: true },
];

// Requirement: R148
// See docs/interface/queries.md#lists
describe('GET /api/v1/lists/get of saved queries', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await loadDemoCopy(app, { SavedQueries });
  });
  afterAll(() => app.stop());

  const query = (dataSourceQueryId: string, more = {}, user = 'ada.admin'): Promise<Answer> =>
    list(app.as(user, COPY), { dataSourceQueryId, ...more });

  it('the first column is the value, the second the text', async () => {
    const answer = await query(QUERY.names, { search: 'BLAU' }, 'nina.north');
    expect(items(answer)).toEqual([{ Value: expect.stringMatching(/^CUS-/), Text: 'Bistro Blau', IsActive: true }]);
    const number = items(answer)[0].Value;
    expect(texts(await query(QUERY.names, { ids: number }))).toBe('Bistro Blau');
    const page = await query(QUERY.names, { pageSize: 2 }, 'nina.north');
    expect([texts(page), page.body.TotalRecords]).toEqual(['Alpenmarkt AG, Alpenmarkt Filiale Ost', 3]);
  });

  it('valueField and textField name other columns, in any letter case', async () => {
    const answer = await query(QUERY.names, { search: 'BLAU', valueField: 'name', textField: 'Name' }, 'nina.north');
    expect(items(answer)).toEqual([{ Value: 'Bistro Blau', Text: 'Bistro Blau', IsActive: true }]);
    const { status, body } = await query(QUERY.names, { textField: 'Nmae' });
    expect([status, body.ErrorDetails[0].Code, body.ErrorDetails[0].Path]).toEqual([400, 'UnknownField', 'textField']);
  });

  it('without selected fields the first two columns count; a single column is value and text', async () => {
    expect(items(await query(QUERY.whole, { ids: 'NO' }))).toEqual([{ Value: 'NO', Text: 'North', IsActive: true }]);
    const people = await query(QUERY.people, { search: 'ada' }, 'omar.outside');
    expect(items(people)).toMatchObject([{ Value: texts(people), IsActive: true }]);
  });

  it('groups and distinct rows are values too, limited to what the caller reads', async () => {
    const groups = await query(QUERY.groups, {}, 'nina.north');
    expect(items(groups)).toEqual([{ Value: 'NO', Text: 'North', IsActive: true }]);
    expect(values(await query(QUERY.groups))).toBe('EX, NO, SO');
    expect(values(await query(QUERY.groups, { search: 'OUT' }))).toBe('SO');
    const one = await query(QUERY.groups, { ids: 'NO,SO', pageSize: 1 });
    expect([values(one), one.body.TotalRecords]).toEqual(['NO', 2]);
    const names = await query(QUERY.distinct, { search: 'o' });
    expect([texts(names), names.body.TotalRecords]).toEqual(['Export, North, South', 3]);
  });
});
