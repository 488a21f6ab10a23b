import { HookRig, type SentCall } from '../../../support/hook-rig.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, where } from '../../../support/test-app.js';

const NOTHING = { Refusals: [], Set: [] };

describe('a hook over HTTP on updates and deletes', () => {
  let rig: HookRig;
  beforeAll(async () => void (rig = await HookRig.start()));
  afterAll(() => rig.stop());
  beforeEach(() => rig.answer());
  afterEach(() => rig.unhook());

  const parcel = (more = {}): Promise<string> => rig.ada.inserted('Parcel', { Name: 'Books', Weight: '1.50', ...more });
  const refusing = ({ Records }: SentCall): unknown => ({
    Refusals: Records.map(({ Index }) => ({ Index, FieldName: 'Name', Message: 'No.' })),
    Set: [],
  });

  it('is sent all records that an update matches, old and new', async () => {
    const ids = [await parcel(), await parcel({ Name: 'Maps' })].toSorted();
    await rig.hook('Parcel', { Events: ['BeforeUpdate'] });
    const { body } = await rig.ada.update('Parcel', { Weight: '2.00' }, byId(ids));
    expect(body.RecordAffected).toBe(2);
    expect(rig.calls.map(({ Event, EventId }) => [Event, EventId])).toEqual([
      ['BeforeUpdate', `${body.CorrelationId}.Parcel.1`],
    ]);
    const { Records } = rig.calls[0];
    expect(
      Records.map(({ Id, RowVersion, Old, New, Assigned }) => [Id, RowVersion, Old!.Weight, New!.Weight, Assigned]),
    ).toEqual(ids.map((id) => [id, 1, 1.5, 2, ['Weight']]));
    rig.answer(refusing);
    const call = (): Promise<Answer> => rig.ada.update('Parcel', { Name: 'X' }, byId(ids));
    const details = await refused(rig.app, call, 400, 'HookRejected');
    expect(details.map(({ RecordId, Path, FieldName }) => [RecordId, Path, FieldName])).toEqual(
      ids.map((id) => [id, 'Fields[0]', 'Name']),
    );
  });

  it('sets different values per record', async () => {
    const ids = [await parcel(), await parcel({ Name: 'Maps' })].toSorted();
    await rig.hook('Parcel', { Events: ['BeforeUpdate'], Mode: 'Transform' });
    rig.answer(({ Records }) => ({
      Refusals: [],
      Set: Records.map(({ Index, New }) => ({ Index, Fields: { Label: String(New!.Name) } })),
    }));
    await rig.ada.update('Parcel', { Weight: '2.00' }, byId(ids));
    const labels = await Promise.all(ids.map(async (id) => (await rig.ada.row('Parcel', id)).Label));
    expect(new Set(labels)).toEqual(new Set(['Books', 'Maps']));
  });

  it('is not asked about records out of scope, stale or without a match', async () => {
    const id = await parcel();
    await rig.hook('Parcel', { Events: ['BeforeUpdate', 'BeforeDelete'] });
    const stale = (): Promise<Answer> => rig.ada.update('Parcel', { Name: 'X' }, byId(id), { ExpectedVersion: 9 });
    await refused(rig.app, stale, 412, 'VersionMismatch');
    const { status } = await rig.ada.update('Parcel', { Name: 'X' }, where('Name', 'EqualTo', 'nobody'));
    expect([status, rig.calls]).toEqual([200, []]);
  });

  it('is asked again about a record that others changed meanwhile, and refers to its new values', async () => {
    const id = await parcel();
    await rig.hook('Parcel', { Events: ['BeforeUpdate'] });
    const schema = await rig.app.schema();
    const changing = (times: number): void => {
      rig.answer();
      const answer = rig.receiver.respond;
      let changed = 0;
      rig.receiver.respond = (request, response) => {
        const change =
          changed++ < times
            ? rig.app.query(
                `UPDATE "${schema}"."Parcel" SET "RowVersion" = "RowVersion" + 1, "Label" = 'L${changed}' WHERE "Id" = $1`,
                [id],
              )
            : Promise.resolve([]);
        void change.then(() => answer(request, response));
      };
    };
    changing(1);
    const { status } = await rig.ada.update('Parcel', { Weight: '3.00' }, byId(id));
    expect([status, rig.calls.map(({ Records }) => [Records[0].RowVersion, Records[0].Old!.Label])]).toEqual([
      200,
      [
        [1, null],
        [2, 'L1'],
      ],
    ]);
    expect(new Set(rig.calls.map(({ EventId }) => EventId)).size).toBe(2);
    changing(9);
    const call = await rig.ada.update('Parcel', { Weight: '4.00' }, byId(id));
    expect([call.status, call.body.ErrorDetails[0].Code, rig.calls.length]).toEqual([409, 'Conflict', 3]);
  });

  it('holds no lock while it is asked', async () => {
    const id = await parcel();
    await rig.hook('Parcel', { Events: ['BeforeUpdate'] });
    const schema = await rig.app.schema();
    let locked: unknown;
    rig.answer();
    const answer = rig.receiver.respond;
    rig.receiver.respond = (request, response) =>
      void rig.app
        .query(`SELECT 1 FROM "${schema}"."Parcel" WHERE "Id" = $1 FOR UPDATE NOWAIT`, [id])
        .then((rows) => (locked = rows.length))
        .catch((error: unknown) => (locked = error))
        .then(() => answer(request, response));
    await rig.ada.update('Parcel', { Name: 'X' }, byId(id));
    expect(locked).toBe(1);
  });

  it('is sent the records of a delete and those that cascade', async () => {
    const id = await parcel({ Items: [{ Title: 'A' }, { Title: 'B' }] });
    await rig.hook('Parcel', { Events: ['BeforeDelete'] });
    await rig.hook('Item', { Events: ['BeforeDelete'] });
    const refusal = { Refusals: [{ Index: 0, Message: 'No.' }], Set: [] };
    rig.answer(({ EntityName }) => (EntityName === 'Item' ? refusal : NOTHING));
    const details = await refused(rig.app, () => rig.ada.delete('Parcel', byId(id)), 400, 'HookRejected');
    expect(details).toHaveLength(1);
    rig.answer();
    const { status } = await rig.ada.delete('Parcel', byId(id));
    const sent = rig.calls.map(({ EntityName, Records }) => [
      EntityName,
      Records.map(({ New, Old }) => [New, Old!.Name ?? Old!.Title]),
    ]);
    expect([status, sent]).toEqual([
      200,
      [
        ['Parcel', [[null, 'Books']]],
        [
          'Item',
          [
            [null, expect.any(String)],
            [null, expect.any(String)],
          ],
        ],
      ],
    ]);
  });

  it('is asked about 1,000 cascading records at most', async () => {
    const id = await parcel();
    const Values = Array.from({ length: 1_001 }, (_, i) => [`T${i}`, id]);
    const body = { EntityName: 'Item', Fields: ['Title', 'ParcelId'], Values };
    expect((await rig.ada.send('POST', '/records/bulk-insert', body)).status).toBe(200);
    await rig.hook('Item', { Events: ['BeforeDelete'] });
    await refused(rig.app, () => rig.ada.delete('Parcel', byId(id)), 400, 'TooManyRows');
    expect(rig.calls).toEqual([]);
  });

  it('is asked by both branches of an upsert and by children of an update', async () => {
    await rig.ada.update('Entity', { UniqueKeys: [['Name']] }, where('EntityName', 'EqualTo', 'Carrier'));
    await rig.hook('Carrier', { Events: ['BeforeInsert', 'BeforeUpdate'] });
    const upsert = (): Promise<Answer> => rig.ada.upsert('Carrier', ['Name'], { Name: 'Swift' });
    expect([(await upsert()).text, (await upsert()).status]).toEqual([expect.stringContaining('"Insert"'), 200]);
    expect(rig.calls.map(({ Event }) => Event)).toEqual(['BeforeInsert', 'BeforeUpdate']);
    const id = await parcel();
    await rig.hook('Item');
    rig.answer();
    const children = { Items: { Create: [{ Title: 'A' }] } };
    expect((await rig.ada.update('Parcel', children, byId(id))).status).toBe(200);
    expect(rig.calls.map(({ EntityName, Records }) => [EntityName, Records.length])).toEqual([['Item', 1]]);
  });

  it('is asked by a write that is answered 202', async () => {
    const id = await parcel();
    await rig.hook('Parcel', { Events: ['BeforeUpdate'] });
    rig.answer(refusing);
    const { status, body } = await rig.ada.update('Parcel', { Name: 'X' }, byId(id), undefined, {
      Prefer: 'respond-async',
    });
    expect(status).toBe(202);
    let outcome: Answer;
    do outcome = await rig.ada.get(`/operations/${body.CorrelationId as string}?wait=5`);
    while (outcome.body.Result.Status === 'Processing');
    expect(outcome.text).toContain('HookRejected');
  });
});
