import { gzipSync } from 'node:zlib';
import { HookRig, type SentCall } from '../../../support/hook-rig.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, where } from '../../../support/test-app.js';

describe('a hook over HTTP', () => {
  let rig: HookRig;
  beforeAll(async () => void (rig = await HookRig.start()));
  afterAll(() => rig.stop());
  beforeEach(() => rig.answer());
  afterEach(() => rig.unhook());

  const insert = (more = {}): Promise<Answer> => rig.ada.insert('Parcel', { Name: 'Books', ...more });
  const setting =
    (Fields: unknown) =>
    ({ Records }: SentCall): unknown => ({ Refusals: [], Set: Records.map(({ Index }) => ({ Index, Fields })) });

  describe('whose answer deviates', () => {
    it.each<[string, unknown]>([
      ['no object', []],
      ['a missing member', { Refusals: [] }],
      ['an unknown member', { Refusals: [], Set: [], Log: [] }],
      ['an Index that was not sent', { Refusals: [{ Index: 1, Message: 'No.' }], Set: [] }],
      ['an Index of text', { Refusals: [{ Index: '0', Message: 'No.' }], Set: [] }],
      ['no message', { Refusals: [{ Index: 0, Message: ' ' }], Set: [] }],
      ['an unknown FieldName', { Refusals: [{ Index: 0, Message: 'No.', FieldName: 'Nope' }], Set: [] }],
      ['a system field', { Refusals: [], Set: [{ Index: 0, Fields: { OwnerId: null } }] }],
      ['an automatic number', { Refusals: [], Set: [{ Index: 0, Fields: { Number: 'P-9' } }] }],
      ['an Index twice', { Refusals: [], Set: [0, 0].map((Index) => ({ Index, Fields: {} })) }],
    ])('by %s, is 503', async (_, answer) => {
      await rig.hook('Parcel', { Mode: 'Transform' });
      rig.answer(() => answer);
      const [detail] = await refused(rig.app, insert, 503, 'HookUnavailable');
      expect(detail.Params).toMatchObject({ HookName: 'Check' });
    });

    it('by setting a field without Mode Transform, is 503', async () => {
      await rig.hook('Parcel');
      rig.answer(setting({ Label: 'L-1' }));
      await refused(rig.app, insert, 503, 'HookUnavailable');
    });

    it.each<
      [
        string,
        (respond: { writeHead: Function; end: Function; write: Function; once: Function; destroy: Function }) => void,
      ]
    >([
      ['another status', (response) => response.writeHead(201).end('{"Refusals":[],"Set":[]}')],
      ['an error', (response) => response.writeHead(500).end()],
      ['a redirect', (response) => response.writeHead(307, { Location: '/other' }).end()],
      ['no JSON', (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{')],
      ['a body that is too large', (response) => response.writeHead(200).end('x'.repeat(2_000_000))],
      [
        'a body that decompresses to too much',
        (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(50_000_000))),
      ],
      ['a body without an end', (response) => trickle(response)],
      ['no answer', (response) => response.destroy()],
      ['silence', () => undefined],
    ])('by %s, is 503 with Retry-After', async (_, respond) => {
      await rig.hook('Parcel', { TimeoutMs: 300 });
      rig.receiver.respond = (_request, response) => respond(response);
      const { status, headers } = await insert();
      expect([status, headers.get('retry-after'), rig.receiver.received.length]).toEqual([503, '1', 1]);
    });

    it('is read where it is compressed', async () => {
      await rig.hook('Parcel');
      rig.receiver.respond = (_request, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
          .end(gzipSync('{"Refusals":[],"Set":[]}'));
      expect((await insert()).status).toBe(200);
    });

    it('is skipped where the hook accepts that, with a line in Log', async () => {
      await rig.hook('Parcel', { OnFailure: 'Accept' });
      rig.answer(() => null);
      const { status, body } = await insert();
      expect([status, body.Log]).toEqual([
        200,
        ['Parcel: the hook Check could not be asked; the write went on without it.'],
      ]);
      const { Id } = body.Result;
      await rig.unhook();
      await rig.ada.update('Parcel', { Name: 'Atlas' }, byId(Id));
      const entries = await rig.ada.select('AuditEntry', {
        SelectedFields: ['Operation', 'HooksSkipped'],
        WhereClause: where('RecordId', 'EqualTo', Id),
        Sort: [{ FieldName: 'ChangedOn' }],
      });
      expect(entries.body.Result).toEqual([
        { Operation: 'Create', HooksSkipped: ['Check'] },
        { Operation: 'Update', HooksSkipped: null },
      ]);
    });
  });

  it('is not called for ten seconds after five failures in a row', async () => {
    await rig.hook('Parcel');
    rig.answer(() => null);
    for (let i = 0; i < 5; i++) await insert();
    const { status, headers } = await insert();
    expect([status, rig.calls.length]).toEqual([503, 5]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(5);
  });
});

/** Begins an answer, and sends a part of it now and then. */
function trickle(response: { write: Function; once: Function }): void {
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
}
