import { startStandby } from '../../../support/hot-standby.js';
import { POSTGRES } from '../../../support/needed-programs.js';
import { PostgresProxy } from '../../../support/postgres-proxy.js';
import { until } from '../../../support/until.js';
import { administer, metric, Readers, Replicated, signalAll } from './replicated.js';

const TEST_MS = 400_000;
/** Two looks at the standby, and the second that reads under way have. */
const FROZEN_MS = 4_000;

POSTGRES.describe('a standby that fails', () => {
  let replicated: Replicated;
  beforeAll(async () => {
    replicated = await Replicated.start({ max_standby_streaming_delay: '0' });
  }, TEST_MS);
  afterAll(() => replicated.stop());

  it(
    'costs no read when it is killed, frozen or away, and serves again by itself',
    async () => {
      const { standby, nodes, logged } = replicated;
      const readers = new Readers(nodes[1]);
      await readers.more();
      await signalAll(standby, 'KILL');
      await replicated.untilServing(false);
      await readers.more();
      await standby.halt();
      await standby.launch();
      await replicated.untilServing(true);

      const before = await replicated.answered();
      await readers.more();
      expect(await replicated.answered()).toBeGreaterThan(before);
      await signalAll(standby, 'STOP');
      await replicated.untilServing(false);
      await readers.more();
      await signalAll(standby, 'CONT');
      await replicated.untilServing(true);
      await readers.stop();

      expect(readers.failed).toEqual([]);
      expect(readers.longestMs).toBeLessThan(FROZEN_MS);
      const ends = logged.filter((line) => line.includes('serves no reads'));
      expect([ends.length, logged.length]).toEqual([4, 10]);
    },
    TEST_MS,
  );

  it(
    'costs no read when it cancels them in favour of its replay',
    async () => {
      const { primary, standby, nodes } = replicated;
      const ada = nodes[0].as('ada.admin');
      const readers = new Readers(nodes[1]);
      const schema = await nodes[0].schema();
      const conflicts = async (): Promise<number> => {
        const text = `SELECT sum(confl_lock + confl_snapshot + confl_bufferpin)::int AS n FROM pg_stat_database_conflicts`;
        return (await administer(standby, text)).rows[0].n as number;
      };
      await until(
        'the standby has cancelled reads',
        async () => {
          const id = await ada.inserted('Note', { Subject: 'Goes' });
          await ada.delete('Note', { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: id }] });
          await administer(primary, `VACUUM FULL "${schema}"."Note"`, 'service');
          return (await conflicts()) > 0;
        },
        90_000,
      );
      await readers.stop();
      expect(readers.failed).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'is noticed at the start of a node, and when its login is refused',
    async () => {
      const { standby, logged } = replicated;
      const wrong = new URL(standby.url);
      wrong.username = 'nobody_knows';
      const closed = new URL(standby.url);
      closed.port = '1';
      logged.length = 0;
      const node = await replicated.addNode(`${wrong.href},${closed.href}`);
      expect((await node.as('ada.admin').select('Note')).status).toBe(200);
      await until('both are noted', () => logged.length === 2);
      expect(logged.toSorted()).toEqual([
        expect.stringMatching(/serves no reads, the primary answers them: connect ECONNREFUSED 127.0.0.1:1\.$/),
        expect.stringMatching(/serves no reads, the primary answers them: role "nobody_knows" does not exist\.$/),
      ]);
      replicated.nodes.pop();
      await node.stop();
    },
    TEST_MS,
  );

  it(
    'answers nothing when it follows a primary from which another one was promoted',
    async () => {
      const { primary, standby } = replicated;
      const proxy = await PostgresProxy.start(primary.url);
      const promoted = await startStandby(primary);
      try {
        const node = await replicated.addNode(standby.url, proxy.url);
        await replicated.untilServing(true, [node]);
        const caller = node.as('ada.admin');
        const id = await caller.inserted('Note', { Subject: 'Both know' });
        await until('both standbys know it', async () => (await caller.row('Note', id)).Subject === 'Both know');
        await administer(promoted, 'SELECT pg_promote()');
        proxy.lead(promoted.url);
        proxy.cutAll();
        // What the other line has written since lies beyond all positions of the promoted server.
        await administer(
          primary,
          `CREATE TABLE far AS SELECT repeat(md5(n::text), 100) FROM generate_series(1, 9999) n`,
        );
        await until('the node writes', async () => {
          const { status } = await caller.update('Note', { Subject: 'Only the promoted one knows' }, byIdOf(id));
          return status === 200;
        });
        for (let i = 0; i < 50; i++)
          expect(await caller.row('Note', id)).toMatchObject({ Subject: 'Only the promoted one knows' });
        await replicated.untilServing(false, [node]);
        expect(await caller.row('Note', id)).toMatchObject({ Subject: 'Only the promoted one knows' });
      } finally {
        await replicated.nodes.pop()!.stop();
        await proxy.stop();
        await promoted.stop();
      }
    },
    TEST_MS,
  );

  it(
    'costs no read when it is promoted itself',
    async () => {
      const readers = new Readers(replicated.nodes[1]);
      await readers.more();
      await administer(replicated.standby, 'SELECT pg_promote()');
      await replicated.untilServing(false);
      await readers.more();
      await readers.stop();
      expect(readers.failed).toEqual([]);
      expect(await replicated.missed(200)).toBe(0);
      expect(await metric(replicated.nodes[0], 'db_standby_serving')).toBe(0);
    },
    TEST_MS,
  );
});

const byIdOf = (id: string): unknown => ({ Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: id }] });
