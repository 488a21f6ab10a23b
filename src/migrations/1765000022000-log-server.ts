import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records the server of the log, because transaction ids of another server are meaningless there (decision 0150). */
export class LogServer1765000022000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.log ADD COLUMN server text COLLATE "C";
      COMMENT ON COLUMN platform.log.server IS
        'System identifier of the server that the transactions of the log are of; null before the service has looked.';
      COMMENT ON COLUMN platform.change.xid IS
        'Transaction that made the change; 0 where that was one of another server, from which a dump was restored.';
      COMMENT ON TABLE platform.log IS
        'One row: the id of the change log, part of every cursor. Another one when a dump was restored into a '
        'new server, which the service finds at its start; operators change it after other restores. Read by '
        'platform/changes.';`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE platform.log DROP COLUMN server;');
  }
}
