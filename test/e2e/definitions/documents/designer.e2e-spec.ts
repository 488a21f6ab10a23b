import type { Items, PlannedItem } from './documents.js';
import { until } from '../../../support/until.js';
import { DEVELOPMENT, type Answer, type Place, type Row, TestApp, where } from '../../../support/test-app.js';

const PRODUCTION: Place = { ...DEVELOPMENT, EnvironmentId: 'Production' };

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({ ROLES: 'api,worker' });
});
afterAll(() => app.stop());

const call = (place: Place, action: string, body?: unknown): Promise<Answer> =>
  app.as('ada.admin', place).send(body === undefined ? 'GET' : 'POST', `/environment/${action}`, body);

const exported = async (place: Place): Promise<Items> => (await call(place, 'export')).body.Result;

const record = (fields: Row): readonly Row[] =>
  Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));

// Requirement: R227
describe('a designer', () => {
  it('moves an entity with lifecycle, approval, workflow and trigger to production, with their ids', async () => {
    const ada = app.as('ada.admin');
    await ada.inserted('Entity', {
      EntityName: 'Claim',
      Fields: [
        { FieldName: 'Title', FieldType: 'Text', Required: true },
        { FieldName: 'Amount', FieldType: 'Decimal' },
      ],
    });
    const blueprint = await ada.send('POST', '/blueprints', {
      Name: 'ClaimLifecycle',
      EntityName: 'Claim',
      Statuses: [{ Name: 'Open', IsInitial: true }, { Name: 'Paid' }],
      Transitions: [{ Name: 'Pay', FromStatus: 'Open', ToStatus: 'Paid' }],
    });
    expect(blueprint.status).toBe(200);
    await ada.inserted('ApprovalProcess', {
      Name: 'ClaimApproval',
      EntityName: 'Claim',
      StartOn: ['Insert'],
      StartCriteria: { Filters: [{ FieldName: 'Amount', Operator: 1, Value: '1000' }] },
      Steps: [{ Sequence: 1, Name: 'Check', Approvers: { Role: 'SalesManager' } }],
    });
    const workflowId = await ada.inserted('Workflow', {
      Name: 'ClaimNote',
      Type: 'Triggered',
      EntityName: 'Claim',
      Actions: [
        {
          Name: 'Note',
          Type: 'InsertRecord',
          EntityName: 'Region',
          Fields: record({ Code: 'CLM', Name: 'Claims', CountryCode: 'DE' }),
        },
      ],
    });
    await ada.inserted('Trigger', {
      Name: 'ClaimCreated',
      EntityName: 'Claim',
      TriggerType: 'EventBased',
      TriggerEvent: 'Created',
      WorkflowIds: [workflowId],
    });

    const document = await exported(DEVELOPMENT);
    const plan = await call(PRODUCTION, 'plan', document);
    const names = plan.body.Result.Changes.map(({ Kind, Name }: PlannedItem) => `${Kind} ${Name}`);
    expect(names).toEqual([
      'Entity Claim',
      'Field Claim.Title',
      'Field Claim.Amount',
      'Lifecycle ClaimLifecycle',
      'Status ClaimLifecycle.Open',
      'Status ClaimLifecycle.Paid',
      'Transition ClaimLifecycle.Pay',
      'ApprovalProcess ClaimApproval',
      'Workflow ClaimNote',
      'Trigger ClaimCreated',
    ]);
    const { Version } = plan.body.Result;
    const applied = await call(PRODUCTION, 'apply', { ...document, Version });
    expect(applied.body).toMatchObject({ IsSuccess: true, RecordAffected: 10 });

    const production = app.as('ada.admin', PRODUCTION);
    const ids = await production.send('POST', '/queries/select', {
      EntityName: 'Workflow',
      SelectedFields: ['Id'],
      WhereClause: where('Name', 'EqualTo', 'ClaimNote'),
    });
    expect(ids.body.Result).toEqual([{ Id: workflowId }]);
    const claim = await production.insert('Claim', { Title: 'Broken lorry', Amount: '5' });
    expect(claim).toMatchObject({ status: 200 });
    const large = await production.insert('Claim', { Title: 'Lost lorry', Amount: '5000' });
    const locked = await production.update('Claim', { Amount: '6' }, where('Id', 'EqualTo', large.body.Result.Id));
    expect(locked).toMatchObject({ status: 423 });
    const claims = { EntityName: 'Region', SelectedFields: ['Name'], WhereClause: where('Code', 'EqualTo', 'CLM') };
    await until('the workflow has run', async () => {
      const { body } = await production.send('POST', '/queries/select', claims);
      return body.Result.length > 0;
    });
    // The second run breaks the unique rule of regions.
    const runs = { EntityName: 'WorkflowRun', SelectedFields: ['State'] };
    await until('both runs have ended', async () => {
      const { body } = await production.send('POST', '/queries/select', runs);
      return body.Result.filter(({ State }: Row) => State === 'Completed' || State === 'Failed').length === 2;
    });
  });

  it('renames in production what was renamed in development', async () => {
    const ada = app.as('ada.admin');
    await ada.update('Workflow', { Name: 'ClaimRegion' }, where('Name', 'EqualTo', 'ClaimNote'));
    const plan = await call(PRODUCTION, 'plan', await exported(DEVELOPMENT));
    expect(plan.body.Result.Changes).toEqual([
      { Kind: 'Workflow', Name: 'ClaimRegion', Action: 'Update', Fields: ['Name'] },
    ]);
    const mark = await app.mark();
    await call(PRODUCTION, 'apply', await exported(DEVELOPMENT));
    expect(await app.changes(mark)).toEqual(['Update Workflow']);
    const again = await app.mark();
    expect((await call(PRODUCTION, 'apply', await exported(DEVELOPMENT))).body.Result.Changes).toEqual([]);
    expect(await app.changes(again)).toEqual([]);
  });

  it('is refused with the version of a plan that others have overtaken', async () => {
    const document = await exported(PRODUCTION);
    const body = { ...document, Permissions: [...document.Permissions, { Name: 'Claims.Pay' }] };
    const { Version } = (await call(PRODUCTION, 'plan', body)).body.Result;
    await app.as('ada.admin', PRODUCTION).inserted('Permission', { Name: 'Claims.See' });
    const mark = await app.mark();
    const applied = await call(PRODUCTION, 'apply', { ...body, Version });
    expect(applied).toMatchObject({ status: 412, body: { ErrorDetails: [{ Code: 'VersionMismatch' }] } });
    expect(await app.changes(mark)).toEqual([]);
    const dry = await call(PRODUCTION, 'apply', { ...body, Options: { DryRun: true } });
    expect(dry.body.Result.Changes).toEqual([
      { Kind: 'Permission', Name: 'Claims.Pay', Action: 'Create', Fields: ['Name'] },
    ]);
    expect(await app.changes(mark)).toEqual([]);
  });

  it('deletes with Prune alone, and not what is in use', async () => {
    const document = await exported(PRODUCTION);
    const without = { ...document, Permissions: document.Permissions.filter(({ Name }) => Name !== 'Claims.See') };
    expect((await call(PRODUCTION, 'plan', without)).body.Result.Changes).toEqual([]);
    const pruned = await call(PRODUCTION, 'apply', { ...without, Prune: true });
    expect(pruned.body.Result.Changes).toEqual([
      { Kind: 'Permission', Name: 'Claims.See', Action: 'Delete', Fields: [] },
    ]);
    const entities = document.Entities.filter(({ EntityName }) => EntityName !== 'Claim');
    const blocked = { ...without, Entities: entities, Prune: true };
    const plan = await call(PRODUCTION, 'plan', blocked);
    expect(plan.body.Result.Changes).toContainEqual({
      Kind: 'Entity',
      Name: 'Claim',
      Action: 'Delete',
      Fields: [],
      Risk: 'The entity goes; this is refused while it has records.',
      Rows: 2,
    });
    const used = await call(PRODUCTION, 'apply', blocked);
    const tried = await call(PRODUCTION, 'apply', { ...blocked, Options: { DryRun: true } });
    expect([tried.status, tried.body.ErrorDetails]).toEqual([used.status, used.body.ErrorDetails]);
    const users = used.body.ErrorDetails.map(
      ({ Params: { Kind, Name } }: { Params: PlannedItem }) => `${Kind} ${Name}`,
    );
    expect({ status: used.status, users }).toEqual({
      status: 409,
      users: [
        'Lifecycle ClaimLifecycle',
        'ApprovalProcess ClaimApproval',
        'Workflow ClaimRegion',
        'Trigger ClaimCreated',
      ],
    });
    expect((await call(PRODUCTION, 'plan', without)).body.Result.Changes).toEqual([]);
  });
});
