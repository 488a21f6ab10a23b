import { customer, CUSTOMER } from '../../../support/demo.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { refused } from '../../../support/refusal.js';
import { byId, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

const slow = (ms: number, more: object = {}) => ({ Subject: `SLOW:${ms}`, CustomerId: CUSTOMER.bistro, ...more });
const ASYNC = { Prefer: 'respond-async' };

describe('a write that exceeds the wait window', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start({ WAIT_WINDOW_MS: '300' })));
  afterAll(() => app.stop());

  // Requirement: R80, R85
  it('answers 200 when done within the window, and keeps its outcome', async () => {
    const nina = app.as('nina.north');
    const answer = await nina.insert('Note', slow(10));
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect(await outcomeOf(nina, answer)).toEqual({
      CorrelationId: answer.body.CorrelationId,
      Status: 'Completed',
      EntityName: 'Note',
      Operation: 'Insert',
      HttpStatus: 200,
      Result: { Id: answer.body.Result.Id },
      Errors: [],
      ErrorDetails: [],
      SubmittedOn: expect.stringMatching(/^\d{4}-.*Z$/),
      CompletedOn: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  // Requirement: R81, R86, T17, R28
  it('answers 202 with the Id of the record and the location of its outcome', async () => {
    const nina = app.as('nina.north');
    const startedAt = performance.now();
    const answer = await nina.insert('Note', slow(1_000));
    expect(performance.now() - startedAt).toBeLessThan(900);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ IsSuccess: true, StatusCode: '202', Result: { Id: expect.any(String) } });
    expect(answer.headers.get('location')).toBe(`/api/v1/operations/${answer.body.CorrelationId}`);
    const { Id } = answer.body.Result;
    const processing = await nina.get(`/operations/${answer.body.CorrelationId}`);
    expect(processing.body.Result).toMatchObject({
      Status: 'Processing',
      EntityName: 'Note',
      HttpStatus: null,
      Result: null,
    });
    expect((await nina.select('Note', { WhereClause: byId(Id) })).body.Result).toEqual([]);
    const outcome = await outcomeOf(nina, answer);
    expect(outcome).toMatchObject({ Status: 'Completed', HttpStatus: 200, Result: { Id, Subject: 'SLOW:1000' } });
    const { body } = await nina.select('Note', { WhereClause: byId(Id) });
    expect(outcome.Result).toEqual(body.Result[0]);
  });

  // Requirement: R84, T16
  it('keeps a late refusal with the body of a direct answer, and writes nothing', async () => {
    const nina = app.as('nina.north');
    const answer = await nina.insert('Note', { ...slow(0), Subject: 'SLOWFAIL:700' });
    expect(answer.status).toBe(202);
    expect(await outcomeOf(nina, answer)).toMatchObject({
      Status: 'Failed',
      HttpStatus: 400,
      Result: null,
      Errors: ['Rejected after wait.'],
      ErrorDetails: [{ Code: 'HookRejected', FieldName: 'Subject' }],
    });
    expect((await nina.select('Note', { WhereClause: byId(answer.body.Result.Id) })).body.Result).toEqual([]);
  });

  // Requirement: T16
  it('keeps a late unique violation with its 409', async () => {
    const nina = app.as('nina.north');
    const taken = customer();
    await nina.insert('Customer', taken);
    const answer = await nina.insert('Customer', taken, ASYNC);
    expect(answer.status).toBe(202);
    const outcome = await outcomeOf(nina, answer);
    expect(outcome).toMatchObject({
      Status: 'Failed',
      HttpStatus: 409,
      ErrorDetails: [{ Code: 'Conflict', FieldName: 'TaxId' }],
    });
  });

  // Requirement: R83
  it.each([
    ['wait=2', 700, 200],
    ['wait=2, respond-async', 700, 200],
    ['wait=0', 0, 202],
    ['respond-async', 0, 202],
    ['wait=soon', 700, 202],
  ])('Prefer: %s answers a write of %i ms with %i', async (Prefer, ms, status) => {
    const nina = app.as('nina.north');
    const answer = await nina.insert('Note', slow(ms), { Prefer });
    expect(answer.status).toBe(status);
    expect(await outcomeOf(nina, answer)).toMatchObject({ Status: 'Completed' });
  });

  // Requirement: R88
  it('continues when the client disconnects', async () => {
    const nina = app.as('nina.north');
    const token = (await app.send('POST', '/dev/token', { UserName: 'nina.north' })).body.AccessToken;
    const hangUp = new AbortController();
    setTimeout(() => hangUp.abort(), 100);
    const Subject = 'SLOW:250';
    await expect(
      fetch(`${app.url}/api/v1/records/insert`, {
        method: 'POST',
        signal: hangUp.signal,
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          TenantId: 'Northgate',
          AppId: 'OrderToCash',
          EnvironmentId: 'Development',
        },
        body: JSON.stringify({
          EntityName: 'Note',
          Fields: [
            { FieldName: 'Subject', Value: Subject },
            { FieldName: 'CustomerId', Value: CUSTOMER.bistro },
          ],
        }),
      }),
    ).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await nina.select('Note', { WhereClause: where('Subject', 'EqualTo', Subject) })).body.Result).toHaveLength(
      1,
    );
  });

  // Requirement: R81
  it('works alike for updates, deletes, upserts, batches, restores and purges', async () => {
    const ada = app.as('ada.admin');
    const { body } = await ada.insert('Note', slow(0));
    const WhereClause = byId(body.Result.Id);
    const EntityName = 'Note';
    const step = { Operation: 'Update', EntityName, WhereClause, Fields: [{ FieldName: 'Subject', Value: 'b' }] };
    const calls: readonly [string, string, object, string][] = [
      ['PUT', '/records/update', { ...step, Operation: undefined }, 'Update'],
      ['POST', '/records/batch', { Steps: [step] }, 'Batch'],
      ['DELETE', '/records/delete', { EntityName, WhereClause }, 'Delete'],
    ];
    for (const [method, path, request, Operation] of calls) {
      const answer = await ada.send(method, path, request, ASYNC);
      expect([path, answer.status, answer.body.Result]).toEqual([path, 202, null]);
      const outcome = await outcomeOf(ada, answer);
      expect(outcome).toMatchObject({ Status: 'Completed', Operation, HttpStatus: 200 });
      expect(outcome.Result).toHaveLength(1);
    }
    const sku = { Sku: 'ASY-0001', Name: 'Thing', Category: 'Food', UnitPrice: '1.00' };
    const upserted = await ada.upsert('Product', ['Sku'], sku, { headers: ASYNC });
    expect(upserted.status).toBe(202);
    const upsert = await outcomeOf(ada, upserted);
    expect(upsert).toMatchObject({ Operation: 'Upsert', Result: { Operation: 'Insert', UnitPrice: 1 } });
    const product = byId(upsert.Result.Id);
    await ada.delete('Product', product);
    for (const path of ['/records/restore', '/records/purge']) {
      const answer = await ada.send('POST', path, { EntityName: 'Product', WhereClause: product }, ASYNC);
      expect([path, answer.status]).toEqual([path, 202]);
      expect(await outcomeOf(ada, answer)).toMatchObject({ Status: 'Completed' });
      if (path.endsWith('restore')) await ada.delete('Product', product);
    }
  });

  // Requirement: R87
  it('refuses wrong shape, scope None and a missing where-clause before any 202', async () => {
    const nina = app.as('nina.north');
    await refused(app, () => nina.insert('Note', { Nope: 1 }, ASYNC), 400, 'UnknownField');
    await refused(app, () => nina.insert('Customer', customer({ Email: 'no mail' }), ASYNC), 400, 'FieldRule');
    await refused(
      app,
      () => nina.update('Note', { Subject: 'x' }, undefined, undefined, ASYNC),
      400,
      'WhereClauseRequired',
    );
    await refused(app, () => app.as('omar.outside').insert('Customer', customer(), ASYNC), 403, 'ScopeNone');
    await refused(app, () => nina.insert('Nothing', {}, ASYNC), 404, 'UnknownEntity');
    expect(await app.query(`SELECT FROM platform.command WHERE finished_on IS NULL`)).toEqual([]);
  });

  it('waits for a dry run, and for a batch whose steps commit one by one', async () => {
    const nina = app.as('nina.north');
    const request = {
      EntityName: 'Note',
      Fields: [
        { FieldName: 'Subject', Value: 'x' },
        { FieldName: 'CustomerId', Value: CUSTOMER.bistro },
      ],
    };
    const dry = await nina.send('POST', '/records/insert', { ...request, Options: { DryRun: true } }, ASYNC);
    expect([dry.status, dry.body.Result.Subject]).toEqual([200, 'x']);
    const batch = { Mode: 'Independent', Steps: [{ Operation: 'Insert', ...request }] };
    expect((await nina.send('POST', '/records/batch', batch, ASYNC)).status).toBe(200);
  });

  // Requirement: R85
  it('shows an outcome only to its submitter and to Administrators of the environment', async () => {
    const { body } = await app.as('nina.north').insert('Customer', customer());
    const path = `/operations/${body.CorrelationId}`;
    expect((await app.as('ada.admin').get(path)).status).toBe(200);
    expect((await app.as('nina.north').get(path.toUpperCase().replace('/OPERATIONS', '/operations'))).status).toBe(200);
    expect((await app.as('nils.north').get(path)).status).toBe(404);
    expect((await app.as('bob.bay', SOUTHBAY).get(path)).status).toBe(404);
    expect((await app.as('ada.admin').get('/operations/00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await app.as('ada.admin').get('/operations/first')).status).toBe(400);
    expect((await app.send('GET', `/api/v1${path}`)).status).toBe(401);
  });
});
