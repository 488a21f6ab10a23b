import { CUSTOMER, customer } from '../../../support/demo.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { type Answer, byId, DEVELOPMENT, TestApp, where } from '../../../support/test-app.js';

let used = 0;
const freshKey = (): { readonly 'Idempotency-Key': string } => ({ 'Idempotency-Key': `key ${++used}` });

/** Parts of a replay that equal the first answer; the others belong to the request. */
const said = ({ status, body }: Answer) => {
  const { Result, RecordAffected, Log, Errors, ErrorDetails, CorrelationId } = body;
  return { status, Result, RecordAffected, Log, Errors, ErrorDetails, CorrelationId };
};

// Requirement: R90, T19
describe('Idempotency-Key', () => {
  let app: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ WAIT_WINDOW_MS: '400' });
    other = await app.startAnother();
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const notes = async (Subject: string): Promise<number> =>
    (await app.as('ada.admin').select('Note', { WhereClause: where('Subject', 'EqualTo', Subject) })).body.Result
      .length;

  it('runs a request once and replays its answer, on every node', async () => {
    const key = freshKey();
    const fields = customer();
    const first = await app.as('nina.north').insert('Customer', fields, key);
    expect(first.status).toBe(200);
    for (const node of [app, other])
      expect(said(await node.as('nina.north').insert('Customer', fields, key))).toEqual(said(first));
    const { body } = await app
      .as('nina.north')
      .select('Customer', { WhereClause: where('TaxId', 'EqualTo', fields.TaxId) });
    expect(body.Result).toHaveLength(1);
  });

  it('replays updates, deletes, upserts and batches too', async () => {
    const nina = app.as('nina.north');
    const { body } = await nina.insert('Note', { Subject: 'a', CustomerId: CUSTOMER.bistro });
    const WhereClause = byId(body.Result.Id);
    const step = {
      Operation: 'Update',
      EntityName: 'Note',
      WhereClause,
      Fields: [{ FieldName: 'Subject', Value: 'b' }],
    };
    const upsert = Object.entries({ Sku: 'KEY-0001', Name: 'T', Category: 'Food', UnitPrice: '1.00' });
    const Fields = upsert.map(([FieldName, Value]) => ({ FieldName, Value }));
    const calls: readonly [string, string, object][] = [
      ['PUT', '/records/update', { ...step, Operation: undefined }],
      ['POST', '/records/batch', { Steps: [{ ...step, Fields: [{ FieldName: 'Subject', Value: 'c' }] }] }],
      ['DELETE', '/records/delete', { EntityName: 'Note', WhereClause }],
      ['POST', '/records/upsert', { EntityName: 'Product', MatchOn: ['Sku'], Fields }],
    ];
    for (const [method, path, request] of calls) {
      const key = freshKey();
      const caller = path.endsWith('upsert') ? app.as('ada.admin') : nina;
      const first = await caller.send(method, path, request, key);
      expect([path, first.status, first.body.RecordAffected]).toEqual([path, 200, 1]);
      expect([path, said(await caller.send(method, path, request, key))]).toEqual([path, said(first)]);
    }
  });

  it('replays the Log, and ignores white space when comparing bodies', async () => {
    const key = freshKey();
    const request = { EntityName: 'Note', Fields: [{ FieldName: 'Subject', Value: 'log' }], Unheard: true };
    const first = await app.as('nina.north').send('POST', '/records/insert', request, key);
    expect(first.body.Log).toHaveLength(1);
    const again = await app.as('nina.north').send('POST', '/records/insert', JSON.stringify(request, null, 2), key);
    expect(said(again)).toEqual(said(first));
  });

  it('answers 409 for another body or another If-Match', async () => {
    const key = freshKey();
    const nina = app.as('nina.north');
    const { body } = await nina.insert('Note', { Subject: 'one' }, key);
    const clash = await nina.insert('Note', { Subject: 'two' }, key);
    expect([clash.status, clash.body.ErrorDetails[0].Code]).toEqual([409, 'IdempotencyMismatch']);
    const update = (headers: Record<string, string>): Promise<Answer> =>
      nina.update('Note', { Subject: 'x' }, byId(body.Result.Id), undefined, { ...key, ...headers });
    expect((await update({ 'If-Match': '1' })).status).toBe(200);
    expect((await update({ 'If-Match': '2' })).body.ErrorDetails[0].Code).toBe('IdempotencyMismatch');
    expect((await update({})).body.ErrorDetails[0].Code).toBe('IdempotencyMismatch');
  });

  // Requirement: S23
  it('is one per user, environment and route', async () => {
    const key = freshKey();
    const fields = { Subject: 'mine' };
    const first = await app.as('nina.north').insert('Note', fields, key);
    const another = await app.as('nils.north').insert('Note', fields, key);
    const elsewhere = await app.as('ada.admin', { ...DEVELOPMENT, EnvironmentId: 'Test' }).insert('Note', fields, key);
    const upsert = await app
      .as('nina.north')
      .upsert('Note', ['Id'], { ...fields, Id: first.body.Result.Id }, { headers: key });
    expect([another.status, upsert.status]).toEqual([200, 200]);
    expect(new Set([first, another, elsewhere, upsert].map(({ body }) => body.CorrelationId)).size).toBe(4);
  });

  it('stores a refusal during execution and replays it with the first correlation id', async () => {
    const key = freshKey();
    const nina = app.as('nina.north');
    const taken = customer();
    const { body } = await nina.insert('Customer', taken);
    const first = await nina.insert('Customer', taken, key);
    expect(first.status).toBe(409);
    await nina.delete('Customer', byId(body.Result.Id));
    expect(said(await nina.insert('Customer', taken, key))).toEqual(said(first));
    expect(await outcomeOf(nina, first)).toMatchObject({ Status: 'Failed', HttpStatus: 409 });
  });

  it('does not store a refusal before execution', async () => {
    const key = freshKey();
    const omar = app.as('omar.outside');
    expect((await omar.insert('Customer', customer(), key)).status).toBe(403);
    expect((await app.as('nina.north').insert('Note', { Nope: 1 }, key)).status).toBe(400);
    expect((await app.as('nina.north').insert('Note', { Subject: 'fine' }, key)).status).toBe(200);
  });

  it.each([1, 2])('lets concurrent retries wait for the first, on %i node(s)', async (nodes) => {
    const key = freshKey();
    const Subject = `SLOW:${100 + nodes}`;
    const callers = Array.from({ length: 12 }, (_, i) => (i % nodes === 0 ? app : other).as('nina.north'));
    const answers = await Promise.all(callers.map((caller) => caller.insert('Note', { Subject }, key)));
    for (const answer of answers) expect(said(answer)).toEqual(said(answers[0]));
    expect(answers[0].status).toBe(200);
    expect(await notes(Subject)).toBe(1);
  });

  it('answers retries of a pending 202 write with its correlation id, then with its outcome', async () => {
    const key = freshKey();
    const Subject = 'SLOW:1500';
    const first = await app.as('nina.north').insert('Note', { Subject }, key);
    const again = await Promise.all([app, other].map((node) => node.as('nina.north').insert('Note', { Subject }, key)));
    for (const answer of [first, ...again]) {
      expect([answer.status, answer.body.CorrelationId, answer.body.Result]).toEqual([
        202,
        first.body.CorrelationId,
        first.body.Result,
      ]);
    }
    const outcome = await outcomeOf(app.as('nina.north'), first);
    const late = await other.as('nina.north').insert('Note', { Subject }, key);
    expect([late.status, late.body.Result]).toEqual([200, outcome.Result]);
    expect(await notes(Subject)).toBe(1);
  });

  it('replays bulk inserts and Independent batches, which never answer 202', async () => {
    const nina = app.as('nina.north');
    const bulk = { EntityName: 'Note', Fields: ['Subject'], Values: [['SLOW:300'], ['SLOW:301']] };
    const Steps = [{ Operation: 'Insert', EntityName: 'Note', Fields: [{ FieldName: 'Subject', Value: 'SLOW:600' }] }];
    const calls: readonly [string, object][] = [
      ['/records/bulk-insert', bulk],
      ['/records/batch', { Mode: 'Independent', Steps }],
    ];
    for (const [path, request] of calls) {
      const key = { ...freshKey(), Prefer: 'respond-async' };
      const [first, ...others] = await Promise.all([1, 2, 3].map(() => nina.send('POST', path, request, key)));
      others.push(await other.as('nina.north').send('POST', path, request, key));
      expect([path, first.status]).toEqual([path, 200]);
      for (const answer of others) expect(said(answer)).toEqual(said(first));
      const clash = await nina.send('POST', path, { ...request, More: 1 }, key);
      expect(clash.body.ErrorDetails[0].Code).toBe('IdempotencyMismatch');
    }
    expect(await notes('SLOW:300')).toBe(1);
    expect(await notes('SLOW:600')).toBe(1);
  });

  it('does not store a dry run', async () => {
    const nina = app.as('nina.north');
    const request = { EntityName: 'Note', Fields: [{ FieldName: 'Subject', Value: 'dry' }] };
    const key = freshKey();
    const dry = await nina.send('POST', '/records/insert', { ...request, Options: { DryRun: true } }, key);
    const real = await nina.send('POST', '/records/insert', request, key);
    expect([dry.status, real.status, await notes('dry')]).toEqual([200, 200, 1]);
  });

  it('refuses invalid keys with 400', async () => {
    const answer = await app.as('nina.north').insert('Note', { Subject: 'x' }, { 'Idempotency-Key': 'k'.repeat(256) });
    expect([answer.status, answer.body.ErrorDetails[0].Code]).toEqual([400, 'Validation']);
  });
});
