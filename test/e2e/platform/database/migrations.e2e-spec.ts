import pg from 'pg';
import { migrationDataSource } from '#platform/database/migration-data-source.js';
import { MIGRATIONS } from '#migrations/index.js';
import { migrate } from '#platform/database/migrate.js';
import { createEmptyDatabase, type TestDatabase } from '../../../support/test-database.js';

describe('the migrations', () => {
  let test: TestDatabase;
  let client: pg.Client;
  beforeEach(async () => {
    test = await createEmptyDatabase();
    client = new pg.Client({ connectionString: test.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await test.drop();
  });

  /** Relations created by the migrations, by name and kind; reverting must remove them. */
  const relations = async (): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(`
      SELECT relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname = 'platform' ORDER BY relname`);
    return rows.map(({ name }) => name);
  };

  it('run once when nodes start together, with explicit names for all indexes', async () => {
    await Promise.all([migrate(test.url), migrate(test.url), migrate(test.url)]);
    expect((await client.query('SELECT FROM platform_migration')).rowCount).toBe(MIGRATIONS.length);
    expect(await relations()).toEqual([
      'api_key',
      'api_key_environment',
      'api_key_pk',
      'app',
      'app_name_unique',
      'app_pk',
      'batch_step',
      'batch_step_expires',
      'batch_step_pk',
      'change',
      'change_by_position',
      'change_default',
      'change_default_entity',
      'change_default_position',
      'change_default_record',
      'change_default_time',
      'change_default_user',
      'change_default_xid',
      'change_position',
      'change_record',
      'change_xid',
      'changed_entity',
      'changed_entity_pk',
      'command',
      'command_finished',
      'command_key',
      'command_open',
      'command_pk',
      'command_submitted',
      'environment',
      'environment_move',
      'environment_move_pk',
      'environment_name_unique',
      'environment_pk',
      'environment_schema_unique',
      'fire_time',
      'fire_time_due',
      'fire_time_pk',
      'hub_key',
      'hub_key_pk',
      'idempotency',
      'idempotency_expires',
      'idempotency_pk',
      'index_build',
      'index_build_pk',
      'issued_token',
      'issued_token_pk',
      'lock_partitions',
      'lock_set_up',
      'lock_upkeep',
      'log',
      'log_pk',
      'log_single',
      'moved_record',
      'node',
      'node_pk',
      'object_access',
      'object_access_pk',
      'object_call',
      'object_call_pk',
      'operation',
      'operation_completed',
      'operation_pk',
      'query_shape',
      'query_shape_pk',
      'record_shape',
      'record_shape_id_seq',
      'record_shape_members',
      'record_shape_pk',
      'ring',
      'ring_single',
      'routine_key',
      'routine_key_single',
      'run',
      'run_due',
      'run_file',
      'run_file_ended',
      'run_file_part',
      'run_file_part_pk',
      'run_file_pk',
      'run_file_position_seq',
      'run_file_run',
      'run_order',
      'run_pk',
      'run_position_seq',
      'schedule',
      'schedule_due',
      'schedule_pk',
      'sent_mail',
      'sent_mail_pk',
      'sent_mail_sent',
      'tenant',
      'tenant_name_unique',
      'tenant_pk',
      'trigger',
      'trigger_cursor',
      'trigger_cursor_pk',
      'trigger_pk',
      'usage',
      'usage_pk',
      'workflow_version',
      'workflow_version_pk',
      'workflow_version_used',
    ]);
  });

  it('can be reverted one by one and run again', async () => {
    const dataSource = await migrationDataSource(test.url).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    const made = await relations();
    for (const _ of dataSource.migrations) await dataSource.undoLastMigration({ transaction: 'each' });
    const { rows } = await client.query(`SELECT nspname FROM pg_namespace WHERE nspname = 'platform'`);
    expect(rows).toEqual([]);
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await relations()).toEqual(made);
    await dataSource.destroy();
  });

  it('keep names unique in any letter case where required', async () => {
    await migrate(test.url);
    const id = (n: number): string => `'00000000-0000-4000-8000-00000000000${n}'`;
    await client.query(`INSERT INTO platform.tenant (id, name) VALUES (${id(1)}, 'Acme'), (${id(2)}, 'Other')`);
    await client.query(`INSERT INTO platform.app VALUES (${id(3)}, ${id(1)}, 'Sales'), (${id(4)}, ${id(2)}, 'sales')`);
    await expect(
      client.query(`INSERT INTO platform.tenant (id, name) VALUES (${id(5)}, 'ACME')`),
    ).rejects.toMatchObject({ constraint: 'tenant_name_unique' });
    await expect(client.query(`INSERT INTO platform.app VALUES (${id(5)}, ${id(1)}, 'SALES')`)).rejects.toMatchObject({
      constraint: 'app_name_unique',
    });
  });
});
