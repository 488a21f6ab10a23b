import { TEAM, USER } from '../../../support/demo.js';
import { byId, type Row, TestApp, where } from '../../../support/test-app.js';

/** Names of those who have an open task for a record; null stands for nobody. */
type Assignees = readonly (string | null)[];

describe('approvers of a step', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    const fields = [
      { FieldName: 'Name', FieldType: 'Text' },
      { FieldName: 'Amount', FieldType: 'Decimal', Default: '1' },
      { FieldName: 'BuyerId', FieldType: 'Lookup', TargetId: match('Entity', 'EntityName', 'User') },
      { FieldName: 'DeskId', FieldType: 'Lookup', TargetId: match('Entity', 'EntityName', 'Team') },
    ];
    await ada().inserted('Entity', { EntityName: 'Purchase', AllowSoftDelete: true, Field: fields });
    const access = { RoleId: match('Role', 'Name', 'SalesRep'), EntityName: 'Purchase' };
    const scopes = { Create: 'All', Read: 'Own', Update: 'Own', Delete: 'Own' };
    await ada().inserted('RoleAccess', { ...access, ...scopes });
  });
  afterAll(() => app.stop());
  const ada = () => app.as('ada.admin');
  const nina = () => app.as('nina.north');
  const match = (_entity: string, FieldName: string, Value: string) => ({ Match: { FieldName, Value } });

  const step = (Sequence: number, Approvers: Row, more: Row = {}) => ({
    Sequence,
    Name: `Step${Sequence}`,
    Approvers,
    Rule: 'Any',
    ...more,
  });
  /** Makes the only process of purchases, for as long as `use` runs. */
  async function withProcess(process: Row, use: () => Promise<void>): Promise<void> {
    const made = await ada().insert('ApprovalProcess', { Name: 'Purchases', EntityName: 'Purchase', ...process });
    expect(made.body.Errors).toEqual([]);
    try {
      await use();
    } finally {
      await ada().update('ApprovalProcess', { IsActive: false, Name: made.body.Result.Id }, byId(made.body.Result.Id));
    }
  }
  async function assigneesOf(recordId: unknown): Promise<Assignees> {
    const { body } = await ada().select('ApprovalTask', {
      SelectedFields: ['AssigneeId.UserName'],
      WhereClause: where('RecordId', 'EqualTo', recordId),
      Sort: [{ FieldName: 'AssigneeId.UserName' }],
    });
    return body.Result.map((task: Row) => task['AssigneeId.UserName']);
  }
  async function purchased(fields: Row = {}, user = nina()): Promise<Assignees> {
    const { body } = await user.insert('Purchase', { Name: 'Desk', ...fields });
    expect(body.Errors).toEqual([]);
    return assigneesOf(body.Result.RecordInformationId);
  }

  // Requirement: R183
  it.each<[string, Row, Row, Assignees]>([
    ['listed users', { Users: ['frank.finance', 'fia.clerk'] }, {}, ['fia.clerk', 'frank.finance']],
    ['members of a team', { Team: 'Finance' }, {}, ['dora.dual', 'fia.clerk', 'frank.finance']],
    [
      'holders of a role near the owner',
      { Role: 'SalesManager', WithinOwnerTeam: true },
      {},
      ['hugo.head', 'mona.manager'],
    ],
    ['all holders of a role', { Role: 'SalesManager' }, {}, ['hugo.head', 'mona.manager', 'sven.manager']],
    ['the user of a field', { Field: 'BuyerId' }, { BuyerId: USER.fia }, ['fia.clerk']],
    ['the team of a field', { Field: 'DeskId' }, { DeskId: TEAM.finance }, ['dora.dual', 'fia.clerk', 'frank.finance']],
    ['Administrators where nobody is found', { Field: 'BuyerId' }, {}, ['ada.admin']],
    ['each user once', { Users: ['fia.clerk'], Team: 'Finance' }, {}, ['dora.dual', 'fia.clerk', 'frank.finance']],
    ['no requester', { Users: ['nina.north', 'fia.clerk'] }, {}, ['fia.clerk']],
  ])('are %s', async (_, Approvers, fields, expected) => {
    await withProcess({ Steps: [step(1, Approvers)] }, async () => {
      expect(await purchased(fields)).toEqual(expected);
    });
  });

  it('are no users who were disabled since', async () => {
    await withProcess({ Steps: [step(1, { Users: ['tess.temp', 'fia.clerk'] })] }, async () => {
      await ada().update('User', { IsActive: false }, byId(USER.tess));
      expect(await purchased()).toEqual(['fia.clerk']);
    });
  });

  it('are the manager of the owner', async () => {
    await ada().update('User', { ManagerId: USER.mona }, byId(USER.nina));
    await withProcess({ Steps: [step(1, { OwnerManager: true })] }, async () => {
      expect(await purchased()).toEqual(['mona.manager']);
    });
  });

  it('may be the requester where the process allows it', async () => {
    await withProcess({ AllowSelfApproval: true, Steps: [step(1, { Users: ['nina.north'] })] }, async () => {
      expect(await purchased()).toEqual(['nina.north']);
    });
  });

  it('are nobody where the only Administrator is the requester', async () => {
    await withProcess({ Steps: [step(1, { Field: 'BuyerId' })] }, async () => {
      expect(await purchased({}, ada())).toEqual([null]);
    });
  });

  // Requirement: R183
  it('are those of the first step whose criteria hold', async () => {
    const large = { Filters: [{ FieldName: 'Amount', Operator: 'GreaterThan', Value: '100', Sequence: 1 }] };
    const steps = [step(1, { Users: ['frank.finance'] }, { Criteria: large }), step(2, { Users: ['fia.clerk'] })];
    await withProcess({ Steps: steps }, async () => {
      expect(await purchased({ Amount: '500' })).toEqual(['frank.finance']);
      expect(await purchased({ Amount: '5' })).toEqual(['fia.clerk']);
    });
    await withProcess({ Steps: steps.slice(0, 1) }, async () => {
      expect(await purchased({ Amount: '5' })).toEqual([]);
    });
  });

  it('are those of the first process by name that fits', async () => {
    const large = { Filters: [{ FieldName: 'Amount', Operator: 'GreaterThan', Value: '100', Sequence: 1 }] };
    const first = { Name: 'A', StartCriteria: large, Steps: [step(1, { Users: ['frank.finance'] })] };
    await withProcess({ Steps: [step(1, { Users: ['fia.clerk'] })] }, () =>
      withProcess(first, async () => {
        expect(await purchased({ Amount: '500' })).toEqual(['frank.finance']);
        expect(await purchased({ Amount: '5' })).toEqual(['fia.clerk']);
      }),
    );
  });

  it('are not asked by manual processes, nor by writes that start none', async () => {
    await withProcess({ StartMode: 'Manual', Steps: [step(1, { Users: ['fia.clerk'] })] }, async () => {
      expect(await purchased()).toEqual([]);
    });
    await withProcess({ StartOn: ['Update'], Steps: [step(1, { Users: ['fia.clerk'] })] }, async () => {
      const { Id, RecordInformationId } = (await nina().insert('Purchase', { Name: 'Lamp' })).body.Result;
      expect(await assigneesOf(RecordInformationId)).toEqual([]);
      await nina().update('Purchase', { Name: 'Lamps' }, byId(Id));
      expect(await assigneesOf(RecordInformationId)).toEqual(['fia.clerk']);
    });
  });

  it('are asked about restored records as about new ones', async () => {
    const { Id, RecordInformationId } = (await nina().insert('Purchase', { Name: 'Lamp' })).body.Result;
    await nina().delete('Purchase', byId(Id));
    await withProcess({ StartOn: ['Insert'], Steps: [step(1, { Users: ['fia.clerk'] })] }, async () => {
      await ada().restore('Purchase', byId(Id));
      expect(await assigneesOf(RecordInformationId)).toEqual(['fia.clerk']);
    });
  });

  it('are asked once about a record that one batch writes twice', async () => {
    await withProcess({ Steps: [step(1, { Users: ['fia.clerk'] })] }, async () => {
      const id = '00000000-0000-4000-8000-00000000be01';
      const fields = (members: Row) => Object.entries(members).map(([FieldName, Value]) => ({ FieldName, Value }));
      const { body } = await nina().batch([
        { Operation: 'Insert', EntityName: 'Purchase', Fields: fields({ Id: id, Name: 'Lamp' }) },
        { Operation: 'Update', EntityName: 'Purchase', Fields: fields({ Name: 'Lamps' }), WhereClause: byId(id) },
      ]);
      expect(body.Errors).toEqual([]);
      const { RecordInformationId } = await nina().row('Purchase', id);
      expect(await assigneesOf(RecordInformationId)).toEqual(['fia.clerk']);
    });
  });
});
