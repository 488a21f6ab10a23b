import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { told } from '../../../support/keys.js';
import { InstalledPostgres } from '../../../support/installed-postgres.js';
import { POSTGRES } from '../../../support/needed-programs.js';
import { Cells } from './cells.js';
import { OrderWriter, verifyOrders } from './order-writer.js';

/** As PostgreSQL says it: where not even a block fits, and where half a block has fit. */
const NO_SPACE = /No space left on device|wrote only \d+ of \d+ bytes/;
const SETTINGS = { ROLES: 'api,worker', WAIT_WINDOW_MS: '300', WRITE_LEASE_MS: '1500', RUN_LEASE_MS: '1500' };

/** Tells whether this process may mount a file system of fixed size; the user root of a container may not. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mounted-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return isMounted;
}

const describeIf = mayMount() ? POSTGRES.describe.bind(POSTGRES) : describe.skip;

describeIf('a target whose disk is full', () => {
  let server: InstalledPostgres;
  let cells: Cells;
  beforeEach(async () => {
    server = await InstalledPostgres.prepare({
      settings: { max_wal_size: '32MB', min_wal_size: '2MB', wal_recycle: 'off' },
    });
    await server.administer(
      'OWNER=$(stat -c uid=%u,gid=%g "$PGDATA") && mount -t tmpfs -o size=160m,mode=700,$OWNER tmpfs "$PGDATA"',
    );
    await server.run('initdb -D "$PGDATA" -U admin -A trust -E UTF8 --no-locale --wal-segsize=1 >/dev/null');
    await server.launch();
    await server.run(
      'psql -qc "CREATE ROLE owner LOGIN CREATEROLE" -c "CREATE DATABASE service OWNER owner" "$ADMIN_URL"',
    );
    cells = await Cells.start(SETTINGS, { url: server.url, drop: async () => undefined });
  }, 90_000);
  afterEach(async () => {
    await cells.stop();
    await server.halt();
    await server.administer('umount "$PGDATA"');
    await server.stop();
  }, 60_000);

  it('says that the disk of the target is full, leaves the source in use, and can be begun again', async () => {
    const { source, target } = cells;
    await source.query(
      `INSERT INTO "${await source.schema()}"."Note" ("Id", "RecordInformationId", "OwnerId", "CreatedBy", "UpdatedBy", "Subject", "Body")
     SELECT gen_random_uuid(), gen_random_uuid(), u."Id", u."Id", u."Id", 'large', string_agg(md5(random()::text), '')
     FROM (SELECT "Id" FROM "${await source.schema()}"."User" LIMIT 1) u, generate_series(1, 8000) n, generate_series(1, 60) k
     GROUP BY n, u."Id"`,
    );
    await server.run(
      'head -c $(( $(df -B1 --output=avail "$PGDATA" | tail -1) - 6000000 )) /dev/zero > "$PGDATA/ballast"',
    );
    const writer = new OrderWriter(cells);
    const moved = await cells.run('--to', 'b');
    expect(moved).toMatchObject({ code: 2, errors: expect.stringMatching(NO_SPACE) });
    await writer.more(3);
    expect([...writer.refusals].filter((code) => code !== '202')).toEqual([]);
    await server.run('rm "$PGDATA/ballast"');
    // PostgreSQL has shut down where it had no space for its own log.
    await server.halt();
    await server.launch();
    expect(await cells.run('--roll-back')).toMatchObject({ code: 0 });
    expect(await cells.run('--to', 'b')).toMatchObject({ code: 0 });
    await writer.more(3);
    await writer.stop();
    await verifyOrders(writer, target);
    expect(told(await source.as('ada.admin').select('Customer'))).toBe('421 OtherCell');
  }, 600_000);
});
