import { Module } from '@nestjs/common';
import { RecordHook } from '#records/index.js';
import { byId, match, type Row, TestApp, where } from '../../../support/test-app.js';

@RecordHook('Weighing')
class Weighing implements RecordHook {
  beforeInsert(): void {}
  validateMove(): void {}
}

@Module({ providers: [Weighing] })
class WeighingModule {}

const LIFECYCLE = {
  Name: 'Passage',
  EntityName: 'Load',
  Statuses: [{ Name: 'Waiting', IsInitial: true }, { Name: 'Sent' }],
  Transitions: [
    {
      Name: 'Send',
      FromStatus: 'Waiting',
      ToStatus: 'Sent',
      Validators: [{ Name: 'Scale', Message: 'No.', Hook: 'Weighing' }],
    },
  ],
};

// See docs/hooks.md#nodes-without-a-hook
describe('a node without a hook that definitions name, such as one of an earlier build', () => {
  let app: TestApp;
  let old: TestApp;
  let sent: string;
  beforeAll(async () => {
    app = await TestApp.start({}, [WeighingModule]);
    const ada = app.as('ada.admin');
    const Hooks = [{ Name: 'Scales', Events: ['BeforeInsert'], Handler: 'Weighing' }];
    const Fields = [{ FieldName: 'Weight', FieldType: 'Int' }];
    await ada.inserted('Entity', { EntityName: 'Crate', Fields, Hooks });
    await ada.inserted('Entity', { EntityName: 'Load', Fields });
    sent = (await ada.send('POST', '/blueprints', LIFECYCLE)).body.Result.Statuses[1].Id;
    old = await app.startAnother();
  });
  afterAll(async () => {
    await old.stop();
    await app.stop();
  });

  const refusal = (subject: string): object => ({
    status: 503,
    body: {
      ErrorDetails: [
        expect.objectContaining({
          Code: 'Unavailable',
          Message: expect.stringContaining(`${subject} names the hook 'Weighing', which this node`),
        }),
      ],
    },
  });
  const ready = async (node: TestApp): Promise<readonly unknown[]> => {
    const { status, text } = await node.send('GET', '/health/ready');
    return [status, text.includes('it lacks the handlers Weighing')];
  };
  const metric = async (node: TestApp): Promise<string | undefined> =>
    /^handlers_missing (\d+)$/m.exec((await node.send('GET', '/metrics')).text)?.[1];

  it('refuses all writes of the entity, and reads it', async () => {
    const Id = await app.as('ada.admin').inserted('Crate', { Weight: 5 });
    const ada = old.as('ada.admin');
    const bulk = { EntityName: 'Crate', Fields: ['Weight'], Values: [[1], [2]] };
    const writes = [
      () => ada.insert('Crate', { Weight: 1 }),
      () => ada.update('Crate', { Weight: 1 }, byId(Id)),
      () => ada.delete('Crate', byId(Id)),
      () => ada.send('POST', '/records/bulk-insert', bulk),
    ];
    for (const write of writes) expect(await write()).toMatchObject(refusal('Crate'));
    const { body } = await ada.select('Crate', { SelectedFields: ['Weight'] });
    expect(body.Result.map(({ Weight }: Row) => Weight)).toEqual([5]);
    expect((await ada.insert('Load', { Weight: 1 })).status).toBe(200);
  });

  it('refuses moves that the hook validates, and does not offer them', async () => {
    const { RecordInformationId } = (await old.as('ada.admin').insert('Load', { Weight: 1 })).body.Result;
    const move = `/status/update?recordId=${RecordInformationId}&nextStatusId=${sent}`;
    expect(await old.as('ada.admin').send('PUT', move)).toMatchObject(refusal('Load, transition Send,'));
    expect((await app.as('ada.admin').send('PUT', move)).status).toBe(200);
  });

  it('is not ready and counts them, and the others are', async () => {
    expect([await ready(app), await metric(app)]).toEqual([[200, false], '0']);
    expect([await ready(old), await metric(old)]).toEqual([[503, true], '1']);
  });

  it('takes no definition that names it, and is ready when none does any more', async () => {
    const hook = {
      EntityId: match('EntityName', 'Load'),
      Name: 'Scales',
      Events: ['BeforeInsert'],
      Handler: 'Weighing',
    };
    expect((await old.as('ada.admin').insert('Hook', hook)).status).toBe(400);
    const ada = app.as('ada.admin');
    expect((await ada.delete('Hook', where('Name', 'EqualTo', 'Scales'))).body.Errors).toEqual([]);
    expect(await ready(old)).toEqual([503, true]);
    const send = where('Name', 'EqualTo', 'Send');
    expect((await ada.update('Transition', { Validators: [] }, send)).body.Errors).toEqual([]);
    expect(await ready(old)).toEqual([200, false]);
  });
});
