import { GUILD, OfferApp } from '../../../support/offer-fixture.js';
import { refused, refusedAsLocked } from '../../../support/refusal.js';
import { type Answer, assignments, byId, where } from '../../../support/test-app.js';

const LOCKED = 'This record is locked: an approval of it is open.';
const UNSEEN = 'This write would change a record that is locked: an approval of it is open.';

// Requirement: R144, R180, T33
describe('writes to a record under approval', () => {
  let offers: OfferApp;
  let offer: string;
  beforeAll(async () => void (offers = await OfferApp.open()));
  beforeEach(async () => {
    ({ offer } = await offers.offer());
    await offers.lock('Offer', offer);
  });
  afterAll(() => offers.close());

  const root = () => offers.as('root');
  const refusedWith = (ids: readonly unknown[], call: () => Promise<Answer>): Promise<void> =>
    refusedAsLocked(offers.app, ids, call);

  it.each<[string, (id: string) => Promise<Answer>]>([
    ['update', (id) => root().update('Offer', { Name: 'x' }, byId(id))],
    ['update that changes nothing', (id) => root().update('Offer', { Name: null }, byId(id))],
    ['dry run', (id) => root().update('Offer', { Name: 'x' }, byId(id), { DryRun: true })],
    ['new owner', (id) => root().update('Offer', { OwnerId: GUILD.kim }, byId(id))],
    ['update with children', (id) => root().update('Offer', { OfferItems: { Create: [{ Name: 'x' }] } }, byId(id))],
    ['delete', (id) => root().delete('Offer', byId(id))],
    ['update of a lookup target', (id) => root().insert('Viewing', { OfferId: { Id: id, Name: 'x' } })],
    ['atomic batch', (id) => root().batch([updateStep(id), { Operation: 'Insert', EntityName: 'Tag', Fields: [] }])],
  ])('refuses: %s', async (_, call) => {
    await refusedWith([offer], () => call(offer));
  });

  const updateStep = (id: string) => ({
    Operation: 'Update',
    EntityName: 'Offer',
    Fields: assignments({ Name: 'x' }),
    WhereClause: byId(id),
  });

  it('refuses an upsert that finds it, and no upsert that inserts', async () => {
    const { Code } = await root().row('Offer', offer);
    await refusedWith([offer], () => root().upsert('Offer', ['Code'], { Code, Name: 'x' }));
    expect((await root().upsert('Offer', ['Code'], { Code: offers.newCode(), Name: 'x' })).status).toBe(200);
  });

  it('refuses one step of an independent batch', async () => {
    const { offer: free } = await offers.offer();
    const { status, body } = await root().batch([updateStep(offer), updateStep(free)], { Mode: 'Independent' });
    expect([status, body.Result.map(({ StatusCode }: { StatusCode: string }) => StatusCode)]).toEqual([
      200,
      ['423', '200'],
    ]);
  });

  it('names every locked record of a refused write, and changes none', async () => {
    const { offer: free } = await offers.offer();
    const { offer: second } = await offers.offer();
    await offers.lock('Offer', second);
    const ids = [offer, second].toSorted();
    await refusedWith(ids, () => root().update('Offer', { Name: 'x' }, byId([free, second, offer])));
    expect(await root().row('Offer', free)).toMatchObject({ Name: null });
  });

  it('says so after a refusal by scope or version, and before one by a rule', async () => {
    const { offer: free } = await offers.offer();
    const stale = () => root().update('Offer', { Name: 'x' }, byId([offer, free]), { ExpectedVersion: '9' });
    await refused(offers.app, stale, 412, 'VersionMismatch');
    const taken = (await root().row('Offer', free)).Code;
    await refusedWith([offer], () => root().update('Offer', { Code: taken }, byId(offer)));
    await refused(offers.app, () => offers.as('lee').update('Offer', { Name: 'x' }, byId(offer)), 403, 'OutOfScope');
    const unaddressed = await offers.as('lee').update('Offer', { Name: 'x' }, where('Name', 'ISNULL'));
    expect([unaddressed.status, unaddressed.body.RecordAffected]).toEqual([200, 0]);
  });

  it('gives the message with the id', async () => {
    const [detail] = await refused(offers.app, () => root().delete('Offer', byId(offer)), 423, 'ApprovalLocked');
    expect(detail).toMatchObject({ Message: LOCKED, RecordId: offer });
  });

  it('refuses a delete that would cascade to it', async () => {
    const ProjectId = await offers.made('Project', {}, 'kim');
    const mine = await offers.made('Offer', { Code: offers.newCode(), ProjectId });
    await offers.lock('Offer', mine);
    await refusedWith([mine], () => root().delete('Project', byId(ProjectId)));
    const details = await refused(
      offers.app,
      () => offers.as('lee').delete('Project', byId(ProjectId)),
      423,
      'ApprovalLocked',
    );
    expect(details).toMatchObject([{ Message: UNSEEN }]);
    expect(details[0].RecordId).toBeUndefined();
    await offers.unlock('Offer', mine);
    expect((await root().delete('Project', byId(ProjectId))).status).toBe(200);
  });

  it('refuses a delete that would cascade to it over its own entity', async () => {
    const top = await offers.made('Topic', {});
    const ParentId = await offers.made('Topic', { ParentId: top });
    const leaf = await offers.made('Topic', { ParentId });
    await offers.lock('Topic', leaf);
    await refusedWith([leaf], () => root().delete('Topic', byId(top)));
  });

  it('refuses a delete that would set its lookup to null', async () => {
    const [first, second] = [await offers.made('Person', {}), await offers.made('Person', {})];
    const { offer: mine } = await offers.offer({ ContactId: first });
    await offers.offer({ ContactId: second });
    await offers.lock('Offer', mine);
    await refusedWith([mine], () => root().delete('Person', byId([first, second])));
    expect((await root().delete('Person', byId(second))).status).toBe(200);
    await offers.unlock('Offer', mine);
    expect((await root().delete('Person', byId(first))).status).toBe(200);
    expect(await root().row('Offer', mine)).toMatchObject({ ContactId: null });
  });

  it('lets go of it when the approval has ended', async () => {
    await offers.unlock('Offer', offer);
    expect((await root().update('Offer', { Name: 'x' }, byId(offer))).status).toBe(200);
    expect((await root().delete('Offer', byId(offer))).status).toBe(200);
    expect((await root().restore('Offer', byId(offer))).status).toBe(200);
  });

  it('leaves reads, references, rollups and owners that follow alone', async () => {
    const ProjectId = await offers.made('Project', {});
    const { offer: mine, item } = await offers.offer({ ProjectId });
    await offers.lock('Offer', mine);
    expect((await root().insert('Viewing', { OfferId: mine })).status).toBe(200);
    expect((await root().update('Project', { OwnerId: GUILD.lee }, byId(ProjectId))).status).toBe(200);
    const owner = { OwnerId: GUILD.lee };
    expect(await root().row('Offer', mine)).toMatchObject({ ViewingCount: 1, ...owner });
    expect(await root().row('Item', item)).toMatchObject(owner);
  });

  it('leaves the team of its owner alone', async () => {
    const mine = await offers.made('Offer', { Code: offers.newCode() }, 'kim');
    const item = await offers.made('Item', { OfferId: mine, Code: offers.newCode() }, 'kim');
    await offers.lock('Offer', mine);
    const kim = byId(GUILD.kim);
    const PrimaryTeamId = '0ffe0000-0000-4000-8000-000000000022';
    expect((await root().update('User', { PrimaryTeamId }, kim)).status).toBe(200);
    for (const [entity, id] of [
      ['Offer', mine],
      ['Item', item],
    ] as const)
      expect(await root().row(entity, id)).toMatchObject({ OwnerTeamId: PrimaryTeamId });
  });

  it('shows the request in RecordInfo, and null elsewhere', async () => {
    const { offer: free } = await offers.offer();
    const request = await offers.lock('Offer', free);
    const info = async (entity: string, id: string) =>
      (await root().select(entity, { WhereClause: byId(id), SelectedFields: ['Id'], LoadRecordInfo: true })).body
        .Result[0].RecordInfo;
    expect((await info('Offer', free)).ApprovalRequestId).toBe(request);
    expect(Object.keys(await info('Offer', free)).at(-1)).toBe('ApprovalRequestId');
    await offers.unlock('Offer', free);
    expect((await info('Offer', free)).ApprovalRequestId).toBeNull();
    expect((await info('Tag', await offers.made('Tag', {}))).ApprovalRequestId).toBeNull();
  });
});
