import { newImage } from '#core/changes/record-shape.sql.js';
import { raw, render } from '#core/sql/sql.js';
import { customer, USER } from '../../../support/demo.js';
import { fixtureEntity } from '../../../support/fixture-catalogue.js';
import { type Answer, type Row, TestApp, where } from '../../../support/test-app.js';

describe('created records in the change log', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const rowOf = async ({ body }: Answer): Promise<Row> => {
    const [row] = await app.query<Row>('SELECT * FROM platform.change WHERE record_id = $1', [body.Result.Id]);
    return row;
  };
  const auditOf = async (id: string): Promise<Row> => {
    const { body } = await app.as('ada.admin').select('AuditEntry', { WhereClause: where('RecordId', 'EqualTo', id) });
    return body.Result[0];
  };
  /** Stores the change of a created record as versions before shapes did. */
  const nameValues = (record: Row): Promise<unknown> =>
    app.query(
      'UPDATE platform.change SET new = $2::json, owner_after = $3, shape = NULL, created = NULL WHERE record_id = $1',
      [record.Id, JSON.stringify(record), record.OwnerId],
    );

  // Requirement: R72
  it('have their values once, without names and what other columns have', async () => {
    const answer = await app.as('nina.north').insert('Customer', customer());
    const { shape, created, new: values, owner_after } = await rowOf(answer);
    expect([values, owner_after]).toEqual([null, null]);
    const [{ members }] = await app.query<{ members: string }>(
      'SELECT members FROM platform.record_shape WHERE id = $1',
      [shape],
    );
    const names = members.split(',');
    expect(names).not.toContain('CreatedOn');
    expect(created).toEqual(names.map((name) => answer.body.Result[name]));
  });

  // Requirement: R72
  it('appear in the audit log as those of versions that stored names', async () => {
    const own = await app.as('nina.north').insert('Customer', customer());
    const given = await app.as('mona.manager').insert('Customer', customer({ OwnerId: USER.nils }));
    for (const { body } of [own, given]) {
      const { Id } = body.Result;
      const lean = await auditOf(Id);
      await nameValues(body.Result);
      expect(await auditOf(Id)).toEqual(lean);
      expect(lean.OwnerId).toBe(body.Result.OwnerId);
    }
  });

  it('are visible in the audit log to their owner alone with scope Own', async () => {
    const { body } = await app.as('mona.manager').insert('Customer', customer({ OwnerId: USER.nils }));
    const { Id } = body.Result;
    const rows = await app.query<{ owner: string }>(
      `SELECT owner_after AS owner FROM platform.change WHERE record_id = $1`,
      [Id],
    );
    expect(rows).toEqual([{ owner: USER.nils }]);
  });

  // A field that is added, as another one that is dropped, makes another shape.
  it('keep the names under which they were stored', async () => {
    const ada = app.as('ada.admin');
    const field = (FieldName: string): object => ({ FieldName, FieldType: 'Text' });
    const EntityId = await ada.inserted('Entity', { EntityName: 'Shaped', Field: [field('First'), field('Second')] });
    const before = await ada.insert('Shaped', { First: 'a', Second: 'b "quoted"' });
    await ada.inserted('Field', { EntityId, ...field('Third') });
    const after = await ada.insert('Shaped', { First: 'c', Third: 'd' });
    expect((await rowOf(before)).shape).not.toBe((await rowOf(after)).shape);
    const listed = async ({ body: { Result } }: Answer): Promise<unknown> =>
      ((await auditOf(Result.Id)).Changes as readonly Row[]).map(({ FieldName, New }) => [FieldName, New]).slice(0, 2);
    expect(await listed(before)).toEqual([
      ['First', 'a'],
      ['Second', 'b "quoted"'],
    ]);
    expect(await listed(after)).toEqual([
      ['First', 'c'],
      ['Third', 'd'],
    ]);
  });

  it('are restored letter by letter', async () => {
    const { text, body } = await app
      .as('ada.admin')
      .insert('Region', { Code: 'ZZ', Name: 'Ä "b" \\ 1', CountryCode: 'SE' });
    const image = render(newImage(fixtureEntity('Region'), raw('c'))).text;
    const constants = /"(TenantId|AppId|EnvironmentId)":"[^"]+",/g;
    const [{ image: restored }] = await app.query<{ image: string }>(
      `SELECT (${image})::text AS image FROM platform.change c WHERE record_id = $1`,
      [body.Result.Id],
    );
    expect(text.replaceAll(constants, '')).toContain(`"Result":${restored.replaceAll(constants, '')}`);
  });
});
