import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeUpdate } from '#records/hooks/record-hook.js';
import { CUSTOMER, customer, PRODUCT, product } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp, where } from '../../../support/test-app.js';
import { play, ProbeModule } from './probe.js';

// Requirement: R96, T82
describe('a registered hook on updates and deletes', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start({}, [ProbeModule])));
  afterAll(() => app.stop());
  afterEach(() => play({}));

  const ada = () => app.as('ada.admin');
  const nina = () => app.as('nina.north');

  describe('of an update', () => {
    it('sees every matched record, old and new, before and after the write', async () => {
      const seen: unknown[] = [];
      const see =
        (when: string) =>
        ({ old, record, assigned }: BeforeUpdate) =>
          void seen.push([when, old.UnitPrice, record.UnitPrice, old.RowVersion === record.RowVersion, [...assigned]]);
      play({ beforeUpdate: see('before'), afterUpdate: see('after') });
      const { body } = await ada().update('Product', { UnitPrice: '7.5' }, byId(PRODUCT.water));
      expect([body.RecordAffected, seen]).toEqual([
        1,
        [
          ['before', expect.any(String), '7.50', true, ['UnitPrice']],
          ['after', expect.any(String), '7.50', false, ['UnitPrice']],
        ],
      ]);
    });

    it('sets different values per record, with one answer, one outcome and one change per record', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 4; i++)
        ids.push((await ada().insert('Product', product({ Name: `P${i % 2}` }))).body.Result.Id);
      play({ beforeUpdate: ({ old, set }) => set('Name', `${String(old.Name)} was ${String(old.UnitPrice)}`) });
      const mark = await app.mark();
      const { body } = await ada().update('Product', { UnitPrice: '2.00' }, where('Id', 'IN', ids));
      expect([body.RecordAffected, body.Result]).toEqual([4, ids.toSorted().map((Id) => ({ Id, RowVersion: 2 }))]);
      expect((await ada().row('Product', ids[1])).Name).toBe('P1 was 1.00');
      expect(await app.changes(mark)).toEqual(ids.map(() => 'Update Product'));
      const [outcome] = await app.query<{ record_ids: string[] }>(
        'SELECT record_ids FROM platform.operation WHERE id = $1',
        [body.CorrelationId],
      );
      expect(outcome.record_ids).toEqual(ids.toSorted());
    });

    it('refuses with the id of the record, and nothing is changed', async () => {
      play({ beforeUpdate: ({ refuse }) => refuse({ message: 'No.', fieldName: 'UnitPrice' }) });
      const ids = Object.values(PRODUCT);
      const call = (): Promise<Answer> => ada().update('Product', { UnitPrice: '9.00' }, where('Id', 'IN', ids));
      const details = await refused(app, call, 400, 'HookRejected');
      expect(details.map(({ RecordId, Path }) => [RecordId, Path])).toEqual(
        ids.toSorted().map((id) => [id, 'Fields[0]']),
      );
    });

    it('is not called for records out of scope or without a match', async () => {
      let asked = 0;
      play({ beforeUpdate: () => void asked++ });
      const call = (): Promise<Answer> => nina().update('Customer', { Name: 'X' }, byId(CUSTOMER.fern));
      await refused(app, call, 403, 'OutOfScope');
      const { status, body } = await ada().update('Product', { Name: 'X' }, where('Sku', 'EqualTo', 'NONE'));
      expect([status, body.Result, asked]).toEqual([200, [], 0]);
    });

    it('is not called for a stale version', async () => {
      play({ beforeUpdate: () => Promise.reject(new Error('asked')) });
      const call = (): Promise<Answer> =>
        ada().update('Product', { Name: 'X' }, byId(PRODUCT.water), { ExpectedVersion: 999 });
      await refused(app, call, 412, 'VersionMismatch');
    });

    it('locks rows that it does not change: a second writer’s hook sees the first writer’s values', async () => {
      const { Id } = (await ada().insert('Product', product())).body.Result;
      const seen: unknown[] = [];
      play({
        beforeUpdate: async ({ old, set }) => {
          seen.push(old.StockQuantity);
          await sleep(50);
          set('StockQuantity', Number(old.StockQuantity) + 1);
        },
      });
      const add = (Name: string): Promise<Answer> => ada().update('Product', { Name }, byId(Id));
      await Promise.all(['a', 'b', 'c'].map(add));
      expect(seen).toEqual(['0', '1', '2']);
      expect((await ada().row('Product', Id)).StockQuantity).toBe(3);
    });
  });

  describe('of a delete', () => {
    const family = async (): Promise<string> => {
      const CustomerContacts = [{ FirstName: 'Ann', LastName: 'A' }];
      const CustomerNotes = [{ Subject: 'x' }];
      return (await ada().insert('Customer', customer({ CustomerContacts, CustomerNotes }))).body.Result.Id;
    };

    it('sees cascaded records too, before and after', async () => {
      const id = await family();
      const seen: string[] = [];
      const see =
        (when: string) =>
        ({ entityName, record }: BeforeUpdate) =>
          void seen.push(`${when} ${entityName} ${String(record.Name ?? record.FirstName ?? record.Subject)}`);
      play({ beforeDelete: see('before'), afterDelete: see('after') });
      expect((await ada().delete('Customer', byId(id))).status).toBe(200);
      const each = ['Customer Contoso', 'Contact Ann', 'Note x'];
      expect(seen).toEqual([...each.map((name) => `before ${name}`), ...each.map((name) => `after ${name}`)]);
    });

    it('refuses on behalf of the parent, and everything stays', async () => {
      const id = await family();
      play({
        beforeDelete: ({ entityName, refuse }) => void (entityName === 'Contact' && refuse({ message: 'Ann stays.' })),
      });
      const [detail] = await refused(app, () => ada().delete('Customer', byId(id)), 400, 'HookRejected');
      expect(detail).toMatchObject({ Message: 'Ann stays.', Path: 'WhereClause' });
    });

    // See docs/interface/conventions.md#order-of-errors
    it('runs before the check of Restrict relations', async () => {
      play({ beforeDelete: ({ refuse }) => refuse({ message: 'No.' }) });
      const call = (): Promise<Answer> => ada().delete('Customer', byId(CUSTOMER.alpenmarkt));
      await refused(app, call, 400, 'HookRejected');
      play({});
      await refused(app, call, 409, 'DeleteBlocked');
    });
  });
});
