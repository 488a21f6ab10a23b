import { runAsAdmin } from '../../../support/test-database.js';
import { customer } from '../../../support/demo.js';
import { type Answer, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

describe('GlobalSearch of POST /api/v1/queries/select', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const found = async (GlobalSearch: string, more: object = {}, user = 'ada.admin'): Promise<readonly string[]> => {
    const { status, body } = await app
      .as(user)
      .select('Customer', { SelectedFields: ['Name'], GlobalSearch, Sort: [{ FieldName: 'Name' }], ...more });
    expect(status).toBe(200);
    expect(body.TotalRecords).toBe(body.Result.length);
    return body.Result.map(({ Name }: { Name: string }) => Name);
  };

  // Requirement: R135
  it('finds a text in any text field, in any letter case, combined with the where-clause and the scope', async () => {
    expect(await found('ALPENm')).toEqual(['Alpenmarkt AG', 'Alpenmarkt Filiale Ost']);
    expect(await found('cus-0000')).toHaveLength(8);
    expect(await found('cus-0000', {}, 'nina.north')).toHaveLength(3);
    expect(await found('cus-0000', { WhereClause: where('Name', 'StartsWith', 'bistro') })).toEqual(['Bistro Blau']);
    expect(await found('no such text')).toEqual([]);
    expect(await found('', {})).toHaveLength(8);
  });

  it('finds records that have all the words, each in any field, in any letter case', async () => {
    const Fields = [
      { FieldName: 'Title', FieldType: 'Text' },
      { FieldName: 'Story', FieldType: 'LongText' },
    ];
    for (const Searchable of [true, false]) {
      const EntityName = Searchable ? 'Tale' : 'PlainTale';
      expect((await app.as('ada.admin').insert('Entity', { EntityName, Searchable, Fields })).status).toBe(200);
      for (const [Title, Story] of [
        ['The Wolf', `Seven KIDS ${'and so on '.repeat(2_000)} at the ÉTANG`],
        ['Kids', 'No such animal'],
        ['Wolf', null],
      ]) {
        await app.as('ada.admin').insert(EntityName, { Title, Story });
      }
      const titled = async (GlobalSearch: string) =>
        (
          await app
            .as('ada.admin')
            .select(EntityName, { SelectedFields: ['Title'], GlobalSearch, Sort: [{ FieldName: 'Title' }] })
        ).body.Result.map(({ Title }: { Title: string }) => Title);
      expect(await titled('kids')).toEqual(['Kids', 'The Wolf']);
      expect(await titled(' kids\twolf kids ')).toEqual(['The Wolf']);
      expect(await titled('at étang wo')).toEqual(['The Wolf']);
      expect(await titled('wolf animal')).toEqual([]);
      expect(await titled(' ')).toHaveLength(3);
    }
    const tale = where('EntityName', 'EqualTo', 'Tale');
    expect((await app.as('ada.admin').update('Entity', { Searchable: false }, tale)).status).toBe(200);
    await until('it is dropped', async () => {
      const indexes = await app.query(`SELECT 1 FROM pg_indexes WHERE indexname LIKE 'Tale.GlobalSearch.%'`);
      return indexes.length === 0;
    });
  });

  it('refuses more words than it can look for', async () => {
    const GlobalSearch = Array.from({ length: 33 }, (_, i) => `w${i}`).join(' ');
    const { status, body } = await app.as('ada.admin').select('Customer', { GlobalSearch });
    expect([status, body.ErrorDetails]).toMatchObject([400, [{ Code: 'Validation', Path: 'GlobalSearch' }]]);
  });

  it('treats wildcards and backslashes literally', async () => {
    for (const text of ['%', '_']) expect([text, await found(text)]).toEqual([text, ['100% Eis_Café']]);
    expect(await found('\\')).toEqual([]);
    const caller = app.as('ada.admin');
    const [{ RegionId }] = (await caller.select('Customer', { SelectedFields: ['RegionId'] })).body.Result;
    await caller.insert('Customer', { Name: '100% \\o_o/', TaxId: 'DE955555555', RegionId });
    expect(await found('0% \\O_o')).toEqual(['100% \\o_o/']);
  });

  it('narrows groups and pages', async () => {
    const body = { GlobalSearch: 'cus-0', Aggregates: [{ Function: 'Count' }] };
    expect((await app.as('nina.north').select('Customer', body)).body.Result).toEqual([{ Count: 3 }]);
    const page = await app.as('nina.north').select('Customer', { GlobalSearch: 'cus-0', Pager: { PageSize: 1 } });
    expect([page.body.TotalRecords, page.body.Result.length]).toEqual([3, 1]);
  });

  // Requirement: T84
  it('searches only public fields where nothing else is readable', async () => {
    const names = async (GlobalSearch: string) =>
      (await app.as('nina.north').select('User', { GlobalSearch })).body.Result.map(
        ({ DisplayName }: { DisplayName: string }) => DisplayName,
      );
    expect(await names('mona man')).toEqual(['Mona Manager']);
    expect(await names('@')).toEqual([]);
  });

  const define = (EntityName: string): Promise<Answer> => {
    const Fields = ['Title', 'Body'].map((FieldName) => ({ FieldName, FieldType: 'Text' }));
    return app.as('ada.admin').insert('Entity', { EntityName, Searchable: true, Fields });
  };
  const titles = async (entity: string): Promise<unknown> => {
    const { body } = await app.as('ada.admin').select(entity, { SelectedFields: ['Title'], GlobalSearch: 'NEEDLE' });
    return body.Result;
  };

  it('uses an index that is built concurrently, and rebuilt after an interrupted build', async () => {
    const caller = app.as('ada.admin');
    const schema = await app.schema();
    const searchable = (Searchable: boolean) =>
      caller.update('Entity', { Searchable }, where('EntityName', 'EqualTo', 'Customer'));
    const validity = (): Promise<readonly { valid: boolean }[]> =>
      app.query(
        `SELECT x.indisvalid AS valid FROM pg_index x WHERE indexrelid::regclass::text LIKE '%Customer.GlobalSearch.%'`,
      );
    const isMade = async (): Promise<boolean> => (await validity())[0]?.valid ?? false;
    const writer = await app.connect();
    await writer.query('BEGIN');
    await writer.query(`UPDATE ${schema}."Customer" SET "Phone" = "Phone" WHERE "Name" = 'Bistro Blau'`);
    try {
      expect((await searchable(true)).status).toBe(200);
      // It waits for the writer, and nobody waits for it.
      await until('it is begun', async () => (await validity()).length > 0);
      expect((await caller.insert('Customer', customer({ Name: 'Haystack' }))).status).toBe(200);
      expect([await isMade(), await found('haySTACK')]).toEqual([false, ['Haystack']]);
    } finally {
      await writer.query('COMMIT');
      writer.release();
    }
    await until('it is made', isMade);
    expect(await found('haySTACK')).toEqual(['Haystack']);

    await runAsAdmin(
      app.databaseUrl,
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid::regclass::text LIKE '%Customer.GlobalSearch.%'`,
    );
    // As after a start that ended before the build: nothing says that all indexes are there.
    await app.query('UPDATE platform.environment SET indexed_by = NULL');
    const other = await app.startAnother();
    await until('it is made', isMade);
    await other.stop();
    await searchable(false);
    await until('it is dropped beside writes', async () => (await validity()).length === 0);
  });

  it('uses an index that the definition requests, and works without one', async () => {
    const caller = app.as('ada.admin');
    expect((await define('Letter')).status).toBe(200);
    for (const Title of ['with a needle', 'hay']) await caller.insert('Letter', { Title, Body: 'x' });
    expect(await titles('Letter')).toEqual([{ Title: 'with a needle' }]);
    const indexes = (): Promise<readonly { name: string }[]> =>
      app.query(`SELECT indexname AS name FROM pg_indexes WHERE indexname LIKE '%.GlobalSearch.%'`);
    const [{ name }] = await indexes();
    expect(name).toContain('Letter.GlobalSearch.Title~.Body~');

    const letter = where('EntityName', 'EqualTo', 'Letter');
    expect((await caller.update('Entity', { Searchable: false }, letter)).status).toBe(200);
    await until('it is dropped beside writes', async () => (await indexes()).length === 0);

    await app.query('DROP EXTENSION pg_trgm');
    expect((await define('Parcel')).status).toBe(200);
    await caller.insert('Parcel', { Title: 'one needle more' });
    expect(await titles('Parcel')).toEqual([{ Title: 'one needle more' }]);
    expect(await indexes()).toEqual([]);
  });
});
