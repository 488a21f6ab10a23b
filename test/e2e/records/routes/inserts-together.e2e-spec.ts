import { LOGGED_CHANGES } from '../../../support/logged-changes.js';
import { customer, REGION } from '../../../support/demo.js';
import { type Answer, TestApp } from '../../../support/test-app.js';

describe('concurrent inserts of one caller', () => {
  let app: TestApp;
  // Two of the caller's inserts wait for a lock; the others must not wait for a share.
  beforeAll(async () => void (app = await TestApp.start({ DATABASE_USER_SHARE: '4' })));
  afterAll(() => app.stop());

  const insert = (fields: object = {}): Promise<Answer> =>
    app.as('erp.bot').insert('Customer', customer({ ...fields }));
  const many = (count: number): Promise<readonly Answer[]> =>
    Promise.all(Array.from({ length: count }, () => insert()));

  // The first of all finds no counter for its number.
  beforeAll(() => insert());

  // Requirement: R29, R72
  it('have their own answer, outcome and change each', async () => {
    const answers = await many(100);
    const rows = await app.query<{ id: string; ids: string[]; record: string; stored: unknown }>(
      `SELECT o.id, o.record_ids AS ids, c.record_id AS record, c.new AS stored
       FROM platform.operation o JOIN ${LOGGED_CHANGES} c ON c.correlation_id = o.id WHERE o.id = ANY($1::uuid[])`,
      [answers.map(({ body }) => body.CorrelationId)],
    );
    const byCall = new Map(rows.map((row) => [row.id, row]));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      const { Result, CorrelationId } = body;
      expect(byCall.get(CorrelationId)).toMatchObject({ ids: [Result.Id], record: Result.Id, stored: Result });
    }
    expect(rows).toHaveLength(100);
    expect(new Set(answers.map(({ body }) => body.Result.CustomerNumber)).size).toBe(100);
  });

  // Requirement: R178
  it('have their own row of the status history each', async () => {
    const ada = app.as('ada.admin');
    await ada.inserted('Entity', { EntityName: 'Errand', Field: [{ FieldName: 'Name', FieldType: 'Text' }] });
    const Statuses = [{ Name: 'Open', IsInitial: true, IsFinal: true }];
    await ada.send('POST', '/blueprints', { Name: 'Errands', EntityName: 'Errand', Statuses, Transitions: [] });
    const answers = await Promise.all(Array.from({ length: 60 }, () => ada.insert('Errand', { Name: 'x' })));
    const schema = await app.schema();
    const rows = await app.query<{ record: string; call: string; log: string }>(
      `SELECT h."RecordId" AS record, h."CorrelationId" AS call, c.correlation_id AS log
       FROM "${schema}"."StatusHistory" h JOIN platform.change c ON c.record_id = h."Id" WHERE h."EntityName" = 'Errand'`,
    );
    const own = answers.map(({ body }) => {
      const { RecordInformationId: record } = body.Result;
      return { record, call: body.CorrelationId, log: body.CorrelationId };
    });
    expect(rows).toHaveLength(60);
    expect(rows).toEqual(expect.arrayContaining(own));
  });

  // Requirement: R32, R99
  it('are refused each for its own faults, and nothing of those is stored', async () => {
    const twice = customer().TaxId;
    const wrong = [
      insert({ RegionId: '00000000-0000-4000-8000-000000000009' }),
      insert({ Segment: 'KeyAccount' }),
      insert({ TaxId: twice }),
      insert({ TaxId: twice }),
    ];
    const right = many(20);
    const [region, segment, ...same] = await Promise.all(wrong);
    expect(region.body.ErrorDetails).toEqual([expect.objectContaining({ FieldName: 'RegionId' })]);
    expect(segment.body.ErrorDetails).toEqual([expect.objectContaining({ Code: 'FieldRule' })]);
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await right).map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = [region, segment, same.find(({ status }) => status === 409)!];
    const outcomes = await app.query('SELECT id FROM platform.operation WHERE id = ANY($1::uuid[])', [
      refused.map(({ body }) => body.CorrelationId),
    ]);
    expect(outcomes).toEqual([]);
  });

  it('share statements, and do not wait behind inserts that wait for a lock', async () => {
    const blocker = await app.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query(`SELECT FROM ${await app.schema()}."Region" WHERE "Id" = $1 FOR UPDATE`, [REGION.south]);
      const stuck = Promise.all([insert({ RegionId: REGION.south }), insert({ RegionId: REGION.south })]);
      const answers = await many(30);
      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
      const [{ statements }] = await app.query<{ statements: number }>(
        'SELECT count(DISTINCT xid)::int AS statements FROM platform.change WHERE correlation_id = ANY($1::uuid[])',
        [answers.map(({ body }) => body.CorrelationId)],
      );
      expect(statements).toBeLessThan(20);
      await blocker.query('COMMIT');
      expect((await stuck).map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      blocker.release();
    }
  });
});
