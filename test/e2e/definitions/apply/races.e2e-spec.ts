import type pg from 'pg';
import { type Answer, byId, type Caller, match, TestApp, where } from '../../../support/test-app.js';

const entity = (EntityName: string) => match('EntityName', EntityName);

/** Of the service; a statement waits this long for a lock. */
const LOCK_TIMEOUT_MS = '400';

// Requirement: T67
// See docs/definitions.md#definitions-and-writes-at-the-same-time
describe('concurrent changes of definitions and records', () => {
  let app: TestApp;
  let ada: Caller;
  let schema: string;
  beforeAll(async () => {
    app = await TestApp.start({ LOCK_TIMEOUT_MS });
    ada = app.as('ada.admin');
    schema = await app.schema();
    const Fields = [{ FieldName: 'Name', FieldType: 'Text' }];
    await ada.insert('Entity', { EntityName: 'Dock', AllowSoftDelete: true, Fields });
    const DockId = { FieldName: 'DockId', FieldType: 'Lookup', TargetId: entity('Dock') };
    const Length = { FieldName: 'Length', FieldType: 'Int' };
    const Code = { FieldName: 'Code', FieldType: 'Text', Unique: true };
    await ada.insert('Entity', { EntityName: 'Ship', AllowSoftDelete: true, Fields: [DockId, Length, Code] });
    const relation = { Name: 'Ships', ParentEntityId: entity('Dock'), ChildEntityId: entity('Ship') };
    await ada.insert('Relation', { ...relation, ChildField: 'DockId' });
    await ada.insert('Dock', { Name: 'one' });
  });
  afterAll(() => app.stop());

  const dock = async () => (await ada.select('Dock')).body.Result[0] as Readonly<Record<string, unknown>>;
  const field = (FieldName: string) => ({ EntityId: entity('Dock'), FieldName, FieldType: 'Int' });
  const retryable = ({ status, headers, body }: Answer) => [
    status,
    headers.get('retry-after'),
    body.ErrorDetails[0].Code,
  ];

  /** While another connection is inside a transaction. */
  const meanwhile = async (work: (other: pg.PoolClient) => Promise<void>) => {
    const other = await app.connect();
    try {
      await other.query('BEGIN');
      await work(other);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
  };
  const waiting = async (): Promise<void> => {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await app.query(sql)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('a definition that cannot lock its table in time answers 503 and leaves nothing', async () => {
    const mark = await app.mark();
    await meanwhile(async (other) => {
      await other.query(`UPDATE "${schema}"."Dock" SET "Name" = 'two'`);
      expect(retryable(await ada.insert('Field', field('Depth')))).toEqual([503, '1', 'Unavailable']);
    });
    expect([await app.changes(mark), Object.keys(await dock())]).toEqual([[], expect.not.arrayContaining(['Depth'])]);
    expect((await ada.insert('Field', field('Depth'))).body.Errors).toEqual([]);
  });

  it.each<[string, () => Promise<Answer>]>([
    ['insert', () => ada.insert('Ship', { Length: 1 })],
    ['update', () => ada.update('Ship', { Length: 2 }, where('Length', 'IsNotNULL'))],
    ['delete', () => ada.delete('Ship', where('Length', 'EqualTo', 77))],
    [
      'bulk-insert',
      () => ada.send('POST', '/records/bulk-insert', { EntityName: 'Ship', Fields: ['Length'], Values: [[1]] }),
    ],
    [
      'batch',
      () =>
        ada.send('POST', '/records/batch', {
          Mode: 'Atomic',
          Steps: [{ Operation: 'Insert', EntityName: 'Ship', Fields: [{ FieldName: 'Length', Value: 1 }] }],
        }),
    ],
    [
      'upsert',
      () =>
        ada.send('POST', '/records/upsert', {
          EntityName: 'Ship',
          MatchOn: ['Code'],
          Fields: [{ FieldName: 'Code', Value: 'c' }],
        }),
    ],
  ])('%s: a write under dropped definitions is prepared anew, and stored once', async (name, write) => {
    if (name === 'delete') await ada.insert('Ship', { Length: 77 });
    const [before] = await app.query<{ n: string }>(`SELECT count(*) AS n FROM "${schema}"."Ship"`);
    let answer: Promise<Answer> | undefined;
    await meanwhile(async (other) => {
      await other.query(`LOCK TABLE "${schema}"."Ship" IN SHARE ROW EXCLUSIVE MODE`);
      answer = write();
      await waiting();
      await other.query(
        `UPDATE platform.environment SET definitions_version = definitions_version + 1 WHERE schema_name = '${schema}'`,
      );
      await other.query('COMMIT');
    });
    expect((await answer)!.status).toBe(200);
    const difference = ['update', 'delete'].includes(name) ? 0 : 1;
    expect(await app.query(`SELECT count(*) - ${before.n} AS n FROM "${schema}"."Ship"`)).toEqual([
      { n: String(difference) },
    ]);
  });

  it('a rollup created while children are written ends with the right value', async () => {
    const { Id: DockId } = await dock();
    const lengths = Array.from({ length: 60 }, (_, i) => i + 1);
    const persistently = async (Length: number): Promise<number> => {
      for (;;) {
        const { status } = await ada.insert('Ship', { DockId, Length });
        if (status === 200) return Length;
        expect(status).toBe(503);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const writers = Promise.all(lengths.map(persistently));
    const rollup = { FieldType: 'Rollup', RelationId: match('Name', 'Ships'), AggregateField: 'Length' };
    let made: Answer;
    do made = await ada.insert('Field', { ...field('Total'), ...rollup, Function: 'Sum' });
    while (made.status === 503);
    expect(made.body.Errors).toEqual([]);
    const sum = (await writers).reduce((a, b) => a + b, 0);
    expect((await dock()).Total).toBe(sum);
  });

  it('two concurrent changes of a field run one after the other, and the table matches the last', async () => {
    const id = (await ada.select('Field', { WhereClause: where('FieldName', 'EqualTo', 'Depth') })).body.Result[0]
      .Id as string;
    const change = (fields: Readonly<Record<string, unknown>>) => ada.update('Field', fields, byId(id));
    const answers = await Promise.all([
      change({ FieldType: 'Decimal', Scale: 3 }),
      change({ FieldType: 'Text', MaxLength: 9 }),
    ]);
    expect(answers.map(({ status }) => status).every((status) => [200, 400, 503].includes(status))).toBe(true);
    const [{ FieldType }] = (await ada.select('Field', { WhereClause: byId(id) })).body.Result;
    const [{ type }] = await app.query<{ type: string }>(
      `SELECT format_type(atttypid, NULL) AS type FROM pg_attribute WHERE attrelid = '"${schema}"."Dock"'::regclass AND attname = 'Depth'`,
    );
    expect({ Decimal: 'numeric', Text: 'text', Int: 'bigint' }[FieldType as string]).toBe(type);
    expect((await ada.insert('Dock', { Depth: '7' })).body.Errors).toEqual([]);
  });
});
