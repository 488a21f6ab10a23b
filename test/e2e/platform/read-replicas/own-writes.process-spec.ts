import { HubListener } from '../../../support/hub-client.js';
import { POSTGRES } from '../../../support/needed-programs.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { until } from '../../../support/until.js';
import { CUSTOMER, USER } from '../../../support/demo.js';
import { TestApp, where } from '../../../support/test-app.js';
import { administer, metric, Replicated } from './replicated.js';

const TEST_MS = 400_000;
const WRITES = 400;

POSTGRES.describe('reads from a standby see', () => {
  let replicated: Replicated;
  beforeAll(async () => {
    replicated = await Replicated.start();
  }, TEST_MS);
  afterAll(() => replicated.stop());

  const pause = (): Promise<unknown> => administer(replicated.standby, 'SELECT pg_wal_replay_pause()');
  const resume = (): Promise<unknown> => administer(replicated.standby, 'SELECT pg_wal_replay_resume()');

  it(
    'what another node has just written, while the standby follows, is behind and stands still',
    async () => {
      const before = await replicated.answered();
      expect(await replicated.missed(WRITES)).toBe(0);
      expect(await replicated.answered()).toBeGreaterThan(before);

      await administer(replicated.standby, `ALTER SYSTEM SET recovery_min_apply_delay = '300ms'`);
      await administer(replicated.standby, 'SELECT pg_reload_conf()');
      expect(await replicated.missed(WRITES)).toBe(0);
      await administer(replicated.standby, 'ALTER SYSTEM RESET recovery_min_apply_delay');
      await administer(replicated.standby, 'SELECT pg_reload_conf()');

      await pause();
      expect(await replicated.missed(WRITES)).toBe(0);
      await resume();
      await replicated.untilServing(true);
    },
    TEST_MS,
  );

  it(
    'what an accepted write has stored, a message of the hub tells of, and changed rights and definitions allow',
    async () => {
      const [first, second] = replicated.nodes;
      const [ada, nina] = [second.as('ada.admin'), second.as('nina.north')];
      const listener = await HubListener.registered(second, 'ada.admin', ['Note']);
      await pause();
      for (let i = 0; i < 20; i++) {
        const Subject = `Accepted ${i}`;
        const accepted = await first.as('ada.admin').insert('Note', { Subject }, { Prefer: 'respond-async' });
        const outcome = await outcomeOf(ada, accepted);
        expect([accepted.status, outcome.Status]).toEqual([202, 'Completed']);
        expect(
          (await ada.select('Note', { WhereClause: where('Subject', 'EqualTo', Subject) })).body.Result,
        ).toHaveLength(1);
        await until('the message is there', () => listener.heard.length > i);
        expect(await ada.row('Note', listener.heard[i].Id)).toMatchObject({ Subject });
      }
      await listener.connection.stop();

      const EntityId = { Match: { FieldName: 'EntityName', Value: 'Note' } };
      await ada.inserted('Field', { EntityId, FieldName: 'Later', FieldType: 'Text' });
      const id = await ada.inserted('Note', { Subject: 'New field', Later: 'Shown' });
      expect(await ada.row('Note', id)).toMatchObject({ Later: 'Shown' });

      expect((await nina.select('Customer')).status).toBe(200);
      expect((await ada.delete('UserRole', where('UserId', 'EqualTo', USER.nina))).status).toBe(200);
      const refused = await nina.select('Customer');
      expect([refused.status, refused.body.ErrorDetails[0].Code]).toEqual([403, 'ScopeNone']);
      await resume();
      await replicated.untilServing(true);
    },
    TEST_MS,
  );

  it(
    'what the primary shows, in lists, groups, includes, history, the audit log and pages, and answer all of it',
    async () => {
      const [, node] = replicated.nodes;
      const plain = await TestApp.on(replicated.primary.url);
      try {
        const [onStandby, onPrimary] = [node, plain].map((each) => each.as('ada.admin'));
        for (const [method, path, body] of READS) {
          const expected = await onPrimary.send(method, path, body);
          expect([expected.status, expected.body.ErrorDetails]).toEqual([200, []]);
          // On a busy machine a short read may take too long for its connection, and the primary answers it.
          await until(`the standby answers ${path} ${JSON.stringify(body)}`, async () => {
            const before = await metric(node, 'db_reads_total{server="primary"}');
            const answer = await onStandby.send(method, path, body);
            expect(withoutTimes(answer.text)).toBe(withoutTimes(expected.text));
            return (await metric(node, 'db_reads_total{server="primary"}')) === before;
          });
        }
      } finally {
        await plain.stop();
      }
    },
    TEST_MS,
  );
});

const select = (EntityName: string, more: object): readonly [string, string, object] => [
  'POST',
  '/queries/select',
  { EntityName, ...more },
];

const READS: readonly (readonly [string, string, object?])[] = [
  ['GET', '/lists/get?EntityName=Customer'],
  select('Order', { GroupBy: ['Priority'], Aggregates: [{ Function: 'Sum', FieldName: 'Total' }] }),
  select('Order', { Includes: [{ Name: 'OrderLines' }, { Name: 'CustomerId' }] }),
  select('Customer', { Pager: { PageSize: 3, Count: 'Estimate' }, Sort: [{ FieldName: 'Name' }] }),
  select('AuditEntry', { Pager: { PageNumber: 1, PageSize: 20 }, Sort: [{ FieldName: 'OccurredAt' }] }),
  ['GET', `/records/Customer/${CUSTOMER.alpenmarkt}/history?pageSize=5`],
  ['GET', '/approvals/inbox'],
];

const withoutTimes = (text: string): string => text.replaceAll(/"(RequestId|TotalExecutionTime)":("[^"]*"|\d+)/g, '');
