import { createHmac } from 'node:crypto';
import { HookRig, KEY, NEXT_KEY, type SentCall } from '../../../support/hook-rig.js';
import { refused } from '../../../support/refusal.js';
import type { Answer } from '../../../support/test-app.js';

describe('a hook over HTTP on inserts', () => {
  let rig: HookRig;
  beforeAll(async () => void (rig = await HookRig.start()));
  afterAll(() => rig.stop());
  beforeEach(() => rig.answer());
  afterEach(() => rig.unhook());

  const insert = (more = {}): Promise<Answer> => rig.ada.insert('Parcel', { Name: 'Books', ...more });
  const setting =
    (Fields: unknown) =>
    ({ Records }: SentCall): unknown => ({ Refusals: [], Set: Records.map(({ Index }) => ({ Index, Fields })) });
  const refusing =
    (more: object) =>
    ({ Records }: SentCall): unknown => ({ Refusals: Records.map(({ Index }) => ({ Index, ...more })), Set: [] });

  it('is sent the record once, signed with both keys', async () => {
    await rig.hook('Parcel');
    const first = await insert({ Weight: '1.50' });
    const second = await insert();
    expect([first.body.Result.Number, second.body.Result.Number]).toEqual(['P-0001', 'P-0002']);
    const [call] = rig.calls;
    const { CorrelationId } = first.body;
    expect(call).toEqual({
      EventId: `${CorrelationId}.Parcel.1`,
      Event: 'BeforeInsert',
      DryRun: false,
      EntityName: 'Parcel',
      Caller: expect.objectContaining({ UserName: 'ada.admin', IsAdministrator: true }),
      CorrelationId,
      Records: [
        {
          Index: 0,
          Path: 'Fields',
          Id: first.body.Result.Id,
          RowVersion: null,
          New: expect.objectContaining({ Name: 'Books', Weight: 1.5, Label: null }),
          Assigned: ['Name', 'Weight'],
        },
      ],
    });
    expect(call.Records[0].New).not.toHaveProperty('Number');
    expect(rig.calls).toHaveLength(2);
    const [{ headers, body: sent }] = rig.receiver.received;
    const id = String(headers['webhook-id']);
    const signed = [KEY, NEXT_KEY].map((key) => {
      const hmac = createHmac('sha256', key).update(`${id}.${String(headers['webhook-timestamp'])}.${sent}`);
      return `v1,${hmac.digest('base64')}`;
    });
    expect([id, headers['webhook-signature']]).toEqual([call.EventId, signed.join(' ')]);
  });

  it('refuses with the field and its place', async () => {
    await rig.hook('Parcel');
    rig.answer(refusing({ FieldName: 'weight', Message: 'Too heavy.' }));
    const [detail] = await refused(rig.app, () => insert({ Weight: '99' }), 400, 'HookRejected');
    expect(detail).toMatchObject({ FieldName: 'Weight', Path: 'Fields[1]', Message: 'Too heavy.' });
  });

  it('is not asked about what scopes, shapes and field rules refuse', async () => {
    await rig.hook('Parcel');
    await refused(rig.app, () => insert({ Label: 'far too long' }), 400, 'FieldRule');
    await refused(rig.app, () => insert({ CarrierId: '4cf62d45-966f-4f58-a9c8-6c7d5a4514ed' }), 400, 'Validation');
    expect(rig.calls).toEqual([]);
  });

  it('sets fields, whose rules hold, and later hooks see them', async () => {
    await rig.hook('Parcel', { Mode: 'Transform', Sequence: 1 });
    await rig.hook('Parcel', { Name: 'Second', Sequence: 2 });
    rig.answer((call) => (call.Records[0].New!.Label === null ? setting({ label: 'L-1' })(call) : NOTHING));
    const { body } = await insert();
    expect(body.Result.Label).toBe('L-1');
    expect(rig.calls.map(({ Records }) => Records[0].New!.Label)).toEqual([null, 'L-1']);
    await rig.unhook();
    await rig.hook('Parcel', { Mode: 'Transform' });
    rig.answer(setting({ Label: 'far too long' }));
    const [detail] = await refused(rig.app, insert, 400, 'FieldRule');
    expect(detail).toMatchObject({ FieldName: 'Label', Path: 'Hooks.Check' });
  });

  it.each([
    ['another host', 'https://rules.example.com/', /rules\.example\.com \(port 443\), which is not allowed/],
    ['another port', 'http://127.0.0.1:9/', /127\.0\.0\.1 \(port 9\), which is not allowed/],
    ['credentials', 'http://ada:key@127.0.0.1/', /must not hold credentials/],
    ['another protocol', 'ftp://127.0.0.1/', /must start with http/],
    ['no URL', 'rules', /malformed/],
  ])('is refused when it is saved with %s', async (_, Url, message) => {
    const EntityId = { Match: { FieldName: 'EntityName', Value: 'Parcel' } };
    const hook = { EntityId, Name: 'Check', Events: ['BeforeInsert'], Url };
    const [detail] = await refused(rig.app, () => rig.ada.insert('Hook', hook), 400, 'Validation');
    expect([detail.FieldName, detail.Path, detail.Message]).toEqual([
      'Url',
      'Fields[3]',
      expect.stringMatching(message),
    ]);
  });

  it('is sent the fields of SendFields only', async () => {
    await rig.hook('Parcel', { SendFields: ['Weight'] });
    await insert({ Weight: '1.00' });
    expect(rig.calls[0].Records[0].New).toEqual({ Weight: 1 });
  });

  describe('of other records than the root', () => {
    it('is asked about nested records and targets that lookups create', async () => {
      await rig.hook('Item');
      await rig.hook('Carrier');
      const { status } = await insert({ CarrierId: { Name: 'Swift' }, Items: [{ Title: 'A' }, { Title: 'B' }] });
      expect(status).toBe(200);
      const sent = rig.calls.map(({ EntityName, Records }) => [EntityName, Records.map(({ Path }) => Path)]);
      expect(new Map(sent as [string, string[]][])).toEqual(
        new Map([
          ['Carrier', ['Fields[1].Value']],
          ['Item', ['Fields[2].Value[0]', 'Fields[2].Value[1]']],
        ]),
      );
      rig.answer(({ EntityName }) => (EntityName === 'Item' ? TWICE : NOTHING));
      const call = (): Promise<Answer> => insert({ Items: [{ Title: 'A' }, { Title: 'B' }] });
      const details = await refused(rig.app, call, 400, 'HookRejected');
      expect(details.map(({ Path }) => Path)).toEqual(['Fields[1].Value[1]', 'Fields[1].Value[1].Title']);
    });

    it('is asked about all rows of a bulk insert, 1,000 at a time in their order', async () => {
      await rig.hook('Item');
      const Values = Array.from({ length: 2_500 }, (_, i) => [`T${i}`]);
      const bulk = (more = {}): Promise<Answer> =>
        rig.ada.send('POST', '/records/bulk-insert', { EntityName: 'Item', Fields: ['Title'], Values, ...more });
      const { status, body } = await bulk();
      expect([status, body.RecordAffected]).toEqual([200, 2_500]);
      expect(rig.calls.map(({ EventId, Records }) => [EventId.split('.').at(-1), Records.length])).toEqual([
        ['1', 1_000],
        ['2', 1_000],
        ['3', 500],
      ]);
      expect(rig.calls.flatMap(({ Records }) => Records.map(({ New }) => New!.Title))).toEqual(Values.flat());
      rig.answer(({ Records }) => ({
        Refusals: Records.flatMap(({ Index, New }) => (New!.Title === 'T1234' ? { Index, Message: 'No.' } : [])),
        Set: [],
      }));
      const details = await refused(rig.app, bulk, 400, 'HookRejected');
      expect(details).toEqual([expect.objectContaining({ Path: 'Values[1234]', Message: 'No.' })]);
    });

    it('is asked about all steps of a batch together, also of those that refer to earlier ones', async () => {
      await rig.hook('Item');
      const step = (EntityName: string, fields: object, Ref?: string): unknown => ({
        Operation: 'Insert',
        EntityName,
        Ref,
        Fields: Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value })),
      });
      const steps = [
        step('Parcel', { Name: 'P' }, 'p'),
        step('Item', { Title: 'A', ParcelId: '$p.Id' }),
        step('Item', { Title: 'B' }),
      ];
      const { status, text } = await rig.ada.batch(steps);
      expect([status, text]).toEqual([200, text]);
      expect(rig.calls.map(({ Records }) => Records.map(({ Path }) => Path))).toEqual([
        ['Steps[1].Fields', 'Steps[2].Fields'],
      ]);
      rig.answer(refusing({ Message: 'No.' }));
      const details = await refused(rig.app, () => rig.ada.batch(steps), 400, 'HookRejected');
      expect(details[0].Path).toBe('Steps[1].Fields');
    });
  });

  it('is asked by dry runs, which say so, and by upserts', async () => {
    await rig.hook('Carrier');
    const body = { EntityName: 'Carrier', Fields: [{ FieldName: 'Name', Value: 'X' }], Options: { DryRun: true } };
    await rig.ada.send('POST', '/records/insert', body);
    expect(rig.calls.map(({ DryRun }) => DryRun)).toEqual([true]);
  });
});

const NOTHING = { Refusals: [], Set: [] };

const TWICE = {
  Refusals: [
    { Index: 1, Message: 'One.' },
    { Index: 1, Message: 'Two.', FieldName: 'Title' },
  ],
  Set: [],
};
