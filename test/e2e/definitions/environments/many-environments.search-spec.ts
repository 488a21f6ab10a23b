import { cloneEnvironments, type ClonedEnvironment } from '../../../support/clone-environments.js';
import { IndexRepository } from '#definitions/indexes/index.repository.js';
import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const COPIES = 30;

// See docs/decisions/0230-a-start-looks-at-incomplete-environments-only.md
describe('a start with many environments', () => {
  let app: TestApp;
  let copies: readonly ClonedEnvironment[];
  beforeAll(async () => {
    app = await TestApp.start();
    copies = await cloneEnvironments(app.databaseUrl, await app.schema(), COPIES);
  });
  afterAll(() => app.stop());

  const start = async (): Promise<void> => (await app.startAnother()).stop();

  const incomplete = (): Promise<readonly unknown[]> =>
    app.query('SELECT id FROM platform.environment WHERE completed_version IS DISTINCT FROM definitions_version');

  const dropColumn = ({ schema }: ClonedEnvironment) =>
    app.query(`ALTER TABLE "${schema}"."Order" DROP COLUMN "RollupVersions"`);

  /** Number of the copies that have the column. */
  async function having(): Promise<number> {
    const rows = await app.query(
      `SELECT FROM information_schema.columns
       WHERE column_name = 'RollupVersions' AND table_name = 'Order' AND table_schema = ANY($1)`,
      [copies.map(({ schema }) => schema)],
    );
    return rows.length;
  }

  it('serves every one of them', async () => {
    for (const { place } of copies) {
      const { body } = await app.as('nina.north', place).select('Customer', { SelectedFields: ['Name'] });
      expect(body.Result).toHaveLength(3);
    }
  });

  it('completes those that another version of the service completed, and no others', async () => {
    expect(await incomplete()).toEqual([]);
    await Promise.all(copies.slice(0, 3).map(dropColumn));
    await app.query(`UPDATE platform.environment SET completed_by = 'older' WHERE id = ANY($1)`, [
      [copies[0].id, copies[1].id],
    ]);
    await start();
    expect(await having()).toBe(COPIES - 1);
    await app.query('UPDATE platform.environment SET completed_by = NULL WHERE id = $1', [copies[2].id]);
    await start();
    expect(await having()).toBe(COPIES);
  });

  it('has nothing to complete after a change of definitions', async () => {
    const ada = app.as('ada.admin', copies[4].place);
    await ada.inserted('Entity', { EntityName: 'Crate', Field: [{ FieldName: 'Label', FieldType: 'Text' }] });
    await ada.inserted('Crate', { Label: 'C1' });
    expect(await incomplete()).toEqual([]);
  });

  // See docs/decisions/0256-environments-with-all-indexes-are-marked.md
  it('looks for missing indexes only where definitions have changed since all were there', async () => {
    const unmarked = (): Promise<readonly unknown[]> =>
      app.query('SELECT id FROM platform.environment WHERE indexed_version IS DISTINCT FROM definitions_version');
    await until('all have been looked at', async () => (await unmarked()).length === 0);
    const { existing } = IndexRepository.prototype;
    const looked: string[] = [];
    IndexRepository.prototype.existing = function (environment, query) {
      looked.push(environment.id);
      return existing.call(this, environment, query);
    };
    try {
      await app.query('UPDATE platform.environment SET indexed_version = NULL WHERE id = $1', [copies[6].id]);
      const other = await app.startAnother();
      await until('it has been looked at', async () => (await unmarked()).length === 0);
      await other.stop();
      expect(new Set(looked)).toEqual(new Set([copies[6].id]));
    } finally {
      IndexRepository.prototype.existing = existing;
    }
  });

  it('completes an environment whose definitions an older version has changed', async () => {
    const [, , , , , copy] = copies;
    await app.query('UPDATE platform.environment SET definitions_version = definitions_version + 1 WHERE id = $1', [
      copy.id,
    ]);
    const ada = app.as('ada.admin', copy.place);
    await ada.inserted('Entity', { EntityName: 'Crate', Field: [{ FieldName: 'Label', FieldType: 'Text' }] });
    expect(await incomplete()).toEqual([{ id: copy.id }]);
    await dropColumn(copy);
    await start();
    expect([await incomplete(), await having()]).toEqual([[], COPIES]);
  });
});
