import { runAsAdmin } from '../../../support/test-database.js';
import { match, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** Fields of a parcel; each index test adds its own indexes. */
const FIELDS = [
  { FieldName: 'Title', FieldType: 'Text' },
  { FieldName: 'Code', FieldType: 'Text', CaseInsensitive: true, MaxLength: 40 },
  { FieldName: 'State', FieldType: 'Enum', Values: ['Open', 'Sent', 'Lost'] },
  { FieldName: 'Weight', FieldType: 'Decimal' },
  { FieldName: 'DueOn', FieldType: 'Date' },
];

// See docs/definitions.md#indexes
describe('indexes are definitions', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());
  const ada = () => app.as('ada.admin');

  const define = async (EntityName: string, more: object = {}): Promise<void> => {
    const { status, text } = await ada().insert('Entity', { EntityName, Fields: FIELDS, ...more });
    expect([status, text]).toEqual([200, expect.any(String)]);
  };
  const insertIndex = (entityName: string, Name: string, Fields: unknown, more: object = {}) =>
    ada().insert('Index', { EntityId: match('EntityName', entityName), Name, Fields, ...more });
  const stateOf = async (name: string): Promise<unknown> => {
    const SelectedFields = ['State', 'Error'];
    const WhereClause = where('Name', 'EqualTo', name);
    return (await ada().select('Index', { SelectedFields, WhereClause })).body.Result[0];
  };
  const READY = { State: 'Ready', Error: null };
  const isReady = (name: string) => async (): Promise<boolean> =>
    JSON.stringify(await stateOf(name)) === JSON.stringify(READY);
  const indexesOf = async (table: string): Promise<readonly string[]> =>
    (
      await app.query<{ definition: string }>(
        `SELECT pg_get_indexdef(x.indexrelid) AS definition FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
         WHERE t.relname = $1 AND x.indisvalid ORDER BY 1`,
        [table],
      )
    ).map(({ definition }) => definition.replace(/^CREATE (UNIQUE )?INDEX "[^"]*" ON [^ ]+ USING btree /, '$1'));

  it('makes those of a new entity with its table, and those of a table beside writes', async () => {
    await define('Parcel', {
      Fields: FIELDS.map((field) => ({ ...field, Indexed: field.FieldName === 'DueOn' })),
      Indexes: [{ Name: 'ByState', Fields: [{ FieldName: 'State' }, { FieldName: 'Weight', Direction: 2 }] }],
    });
    expect(await indexesOf('Parcel')).toEqual(
      expect.arrayContaining([
        '("DueOn", "Id") WHERE (NOT "IsDeleted")',
        expect.stringMatching(/"State"\), "Weight" DESC, "Id" DESC\)$/),
      ]),
    );
    await until('it is reported', isReady('ByState'));
    const open = where('State', 'EqualTo', 'Open');
    const added = await insertIndex('Parcel', 'OpenByCode', [{ FieldName: 'code', Direction: 'ASC' }], {
      WhereClause: open,
    });
    expect([added.status, added.body.Result.State]).toEqual([200, 'Building']);
    await until('it is made', isReady('OpenByCode'));
    expect(await indexesOf('Parcel')).toContainEqual(expect.stringContaining('lower'));

    const SelectedFields = ['FieldName', 'IndexState', 'IndexError'];
    const WhereClause = where('EntityId.EntityName', 'EqualTo', 'Parcel');
    const { body } = await ada().select('Field', { SelectedFields, WhereClause, Sort: [{ FieldName: 'FieldName' }] });
    expect(body.Result.slice(0, 2)).toEqual([
      { FieldName: 'Code', IndexState: null, IndexError: null },
      { FieldName: 'DueOn', IndexState: 'Ready', IndexError: null },
    ]);
  });

  it.each([
    [{ Fields: [{ FieldName: 'Nmae' }, { FieldName: 'Weight', Direction: 3 }] }, ['Fields', 'Fields']],
    [{ Fields: 'Title' }, ['Fields']],
    [{ Fields: [] }, ['Fields']],
    [{ Fields: [{ FieldName: 'DueOn' }] }, ['Fields']],
    [{ Name: 'ByState', Fields: [{ FieldName: 'Title' }] }, [undefined]],
  ])('refuses %j with all faults named', async (more, names) => {
    const { Name = 'Bad', Fields } = more as { readonly Name?: string; readonly Fields: unknown };
    const { status, body } = await insertIndex('Parcel', Name, Fields);
    expect([400, 409]).toContain(status);
    const fields = body.ErrorDetails.map(({ FieldName }: { FieldName?: string }) => FieldName);
    if (names[0] !== undefined) expect(fields).toEqual(names);
  });

  it('lets nobody write the state', async () => {
    const Fields = [{ FieldName: 'Title' }];
    expect((await insertIndex('Parcel', 'Forged', Fields, { State: 'Ready' })).status).toBe(400);
    const changed = await ada().update('Index', { State: 'Failed' }, where('Name', 'EqualTo', 'ByState'));
    expect(changed.status).toBe(400);
  });

  it('keeps fields that an index uses, and drops an index with its definition', async () => {
    const title = where('FieldName', 'EqualTo', 'Code');
    const refused = await ada().delete('Field', title);
    expect([refused.status, refused.body.ErrorDetails[0].Params]).toEqual([
      409,
      { Kind: 'Index', Name: 'Parcel, OpenByCode', Count: 1 },
    ]);
    expect((await ada().delete('Index', where('Name', 'EqualTo', 'OpenByCode'))).status).toBe(200);
    await until('it is dropped', async () => !(await indexesOf('Parcel')).some((text) => text.includes('lower')));
  });

  it('limits texts while they are indexed, and fails where a stored one is too long', async () => {
    await define('Letter');
    await ada().insert('Letter', { Title: 'x'.repeat(5_000) });
    expect((await insertIndex('Letter', 'ByTitle', [{ FieldName: 'Title' }])).status).toBe(200);
    await until('it fails', async () => ((await stateOf('ByTitle')) as { State: string }).State === 'Failed');
    expect(((await stateOf('ByTitle')) as { Error: string }).Error).toContain('too long for an index');
    // Its last attempt is the next one, which any change of definitions brings about.
    await app.query('UPDATE platform.index_build SET attempts = 7, retry_at = now()');
    await define('Stamp');
    const isGivenUp = async (): Promise<boolean> =>
      ((await stateOf('ByTitle')) as { Error: string | null }).Error?.endsWith(
        'tries again when the definition changes.',
      ) === true;
    await until('it is given up', isGivenUp);
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('work_given_up_total{queue="indexes"} 1');
    expect((await insertIndex('Stamp', 'ByStamp', [{ FieldName: 'Weight' }])).status).toBe(200);
    await until('another one is made', isReady('ByStamp'));
    expect([await isGivenUp(), await app.query('SELECT attempts FROM platform.index_build')]).toEqual([
      true,
      [{ attempts: 8 }],
    ]);
    const long = await ada().insert('Letter', { Title: 'y'.repeat(501) });
    expect([long.status, long.body.ErrorDetails[0].FieldName]).toEqual([400, 'Title']);
    await ada().update('Letter', { Title: 'short' }, where('Title', 'StartsWith', 'x'));
    await ada().update('Index', { Description: 'again' }, where('Name', 'EqualTo', 'ByTitle'));
    await until('it is made after a change', isReady('ByTitle'));
  });

  it('lists by an index in both directions, with nulls, by cursors and by page numbers', async () => {
    const weights = [3, null, 1, 2, null, 2, 5, null, 4];
    for (const Weight of weights) await ada().insert('Letter', { Title: String(Weight), Weight });
    expect((await insertIndex('Letter', 'ByWeight', [{ FieldName: 'Weight' }])).status).toBe(200);
    await until('it is made', isReady('ByWeight'));
    for (const Direction of [1, 2]) {
      const body = { SelectedFields: ['Id', 'Weight'], Sort: [{ FieldName: 'Weight', Direction }] };
      const all = (await ada().select('Letter', body)).body.Result;
      expect(all).toHaveLength(weights.length + 1);
      const paged: unknown[] = [];
      let Cursor: string | undefined;
      do {
        const Pager = { PageSize: 2, ...(Cursor && { Cursor }) };
        const page = (await ada().select('Letter', { ...body, Pager })).body;
        paged.push(...page.Result);
        Cursor = page.NextCursor;
      } while (Cursor);
      expect(paged).toEqual(all);
      const second = await ada().select('Letter', { ...body, Pager: { PageNumber: 2, PageSize: 4 } });
      expect(second.body.Result).toEqual(all.slice(4, 8));
    }
  });

  it('are looked for where changed definitions ask for others', async () => {
    const isComplete = async (): Promise<boolean> => {
      const versions = 'indexed_version = definitions_version AS same';
      const rows = await app.query<{ same: boolean }>(`SELECT ${versions} FROM platform.environment`);
      return rows.every(({ same }) => same);
    };
    await define('Route', { Fields: FIELDS.map((field) => ({ ...field, Indexed: field.FieldName === 'DueOn' })) });
    await until('all are there', isComplete);
    // Brings the states of the new indexes into the catalogue.
    await ada().inserted('Role', { Name: 'Loader' });
    await until('that was looked at', isComplete);
    await ada().inserted('Role', { Name: 'Carrier' });
    expect(await isComplete()).toBe(true);
    await ada().inserted('RoleAccess', { RoleId: match('Name', 'Carrier'), EntityName: 'Route', Read: 'Team' });
    const inTeams = async (): Promise<boolean> =>
      (await indexesOf('Route')).some((definition) => definition.startsWith('("OwnerTeamId", "DueOn", "Id")'));
    await until('those within teams are made', inTeams);
    await until('all are there again', isComplete);
  });

  it('is made by a node that starts after an unfinished build', async () => {
    const valid = (): Promise<readonly { valid: boolean }[]> =>
      app.query(`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid::regclass::text LIKE '%Letter.Weight%'`);
    await runAsAdmin(
      app.databaseUrl,
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid::regclass::text LIKE '%Letter.Weight%'`,
    );
    await app.query('UPDATE platform.environment SET indexed_version = NULL');
    const other = await app.startAnother();
    await until('it is made', async () => (await valid()).every((index) => index.valid) && (await valid()).length > 0);
    await other.stop();
    expect(await stateOf('ByWeight')).toEqual(READY);
  });
});
