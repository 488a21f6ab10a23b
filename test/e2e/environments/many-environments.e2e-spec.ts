import { indexName } from '../../../src/core/catalogue/constraint-names.js';
import { cloneEnvironments, type ClonedEnvironment } from '../../support/clone-environments.js';
import { TestApp } from '../../support/test-app.js';

const COPIES = 30;
const ORDERS_BY_STATUS = indexName('Order', 'StatusId', 'Id');

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

  const dropIndex = ({ schema }: ClonedEnvironment) => app.query(`DROP INDEX "${schema}"."${ORDERS_BY_STATUS}"`);

  /** Number of the copies that have the index. */
  async function indexed(): Promise<number> {
    const rows = await app.query('SELECT FROM pg_indexes WHERE indexname = $1 AND schemaname = ANY($2)', [
      ORDERS_BY_STATUS,
      copies.map(({ schema }) => schema),
    ]);
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
    await Promise.all(copies.slice(0, 3).map(dropIndex));
    await app.query(`UPDATE platform.environment SET completed_by = 'older' WHERE id = ANY($1)`, [
      [copies[0].id, copies[1].id],
    ]);
    await start();
    expect(await indexed()).toBe(COPIES - 1);
    await app.query('UPDATE platform.environment SET completed_by = NULL WHERE id = $1', [copies[2].id]);
    await start();
    expect(await indexed()).toBe(COPIES);
  });

  it('has nothing to complete after a change of definitions', async () => {
    const ada = app.as('ada.admin', copies[4].place);
    await ada.inserted('Entity', { EntityName: 'Crate', Field: [{ FieldName: 'Label', FieldType: 'Text' }] });
    await ada.inserted('Crate', { Label: 'C1' });
    expect(await incomplete()).toEqual([]);
  });

  it('completes an environment whose definitions an older version has changed', async () => {
    const [, , , , , copy] = copies;
    await app.query('UPDATE platform.environment SET definitions_version = definitions_version + 1 WHERE id = $1', [
      copy.id,
    ]);
    const ada = app.as('ada.admin', copy.place);
    await ada.inserted('Entity', { EntityName: 'Crate', Field: [{ FieldName: 'Label', FieldType: 'Text' }] });
    expect(await incomplete()).toEqual([{ id: copy.id }]);
    await dropIndex(copy);
    await start();
    expect([await incomplete(), await indexed()]).toEqual([[], COPIES]);
  });
});
