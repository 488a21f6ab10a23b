import { faultsOfActions, faultsOfWorkflow } from './demo-checks.js';

// Requirement: R188, R191
describe('The checks of workflows', () => {
  it('checks moves', () => {
    expect(
      faultsOfActions(
        {
          Name: 'A',
          Type: 'ChangeStatus',
          EntityName: 'Order',
          RecordId: '{{Record.RecordInformationId}}',
          ToStatus: 'Shiped',
        },
        { Name: 'B', Type: 'ChangeStatus', EntityName: 'Note', RecordId: 'x', ToStatus: 'x' },
        {
          Name: 'C',
          Type: 'ChangeStatus',
          EntityName: 'Order',
          RecordId: '{{Record.Total}}',
          ToStatus: '{{Record.OrderNumber}}',
        },
      ),
    ).toEqual([
      "Actions[0].ToStatus | W: Actions[0].ToStatus: 'Shiped' is not the name of a status of the lifecycle OrderLifecycle. Did you mean 'Shipped'?",
      'Actions[1].RecordId | W: Actions[1].RecordId: RecordId must be the RecordInformationId of a record, or a token.',
      'Actions[1].EntityName | W: Actions[1].EntityName: Note has no active lifecycle.',
      'Actions[2].RecordId | W: Actions[2].RecordId: {{Record.Total}} is Decimal, but RecordId takes Uuid.',
    ]);
  });
  it('checks calls of database objects', () => {
    expect(
      faultsOfActions(
        {
          Name: 'A',
          Type: 'ExecuteDatabaseObject',
          ObjectName: 'SleepTest',
          Parameters: [{ Name: 'Seconds', Value: '{{Record.OrderNumber}}' }],
        },
        { Name: 'B', Type: 'ExecuteDatabaseObject', ObjectName: 'SleepTst' },
        { Name: 'C', Type: 'ExecuteDatabaseObject', ObjectName: 'SleepTest' },
        {
          Name: 'D',
          Type: 'ExecuteDatabaseObject',
          ObjectName: 'SleepTest',
          Parameters: [{ Name: 'Secs', Value: 1 }, { Nam: 1 }],
        },
      ),
    ).toEqual([
      'Actions[0].Parameters[0].Value | W: Actions[0].Parameters[0].Value: {{Record.OrderNumber}} is AutoNumber, but Seconds takes Int.',
      "Actions[1].ObjectName | W: Actions[1].ObjectName: 'SleepTst' is not the name of a database object. Did you mean 'SleepTest'?",
      'Actions[2].Parameters | W: Actions[2].Parameters: Parameter Seconds is required.',
      "Actions[3].Parameters[1] | W: Actions[3].Parameters[1]: Unknown member 'Nam'. Did you mean 'Name'?",
      'Actions[3].Parameters | W: Actions[3].Parameters: Give every parameter a Name, or none.',
    ]);
  });
  it('checks starts of workflows', () => {
    expect(
      faultsOfActions(
        { Name: 'A', Type: 'RunWorkflow', Workflow: 'Nope' },
        {
          Name: 'B',
          Type: 'RunWorkflow',
          Workflow: 'BlockCustomer',
          Tokens: { CustomerId: '{{Record.CustomerId}}', Nope: 1 },
        },
        {
          Name: 'C',
          Type: 'RunWorkflow',
          Workflow: 'BlockCustomer',
          Tokens: { CustomerId: '{{Record.Total}}', Reason: 'x' },
        },
        { Name: 'D', Type: 'RunWorkflow', Workflow: 'W' },
      ),
    ).toEqual([
      "Actions[0].Workflow | W: Actions[0].Workflow: 'Nope' is not the name of a workflow.",
      "Actions[1].Tokens.Nope | W: Actions[1].Tokens.Nope: BlockCustomer has no token 'Nope'.",
      "Actions[1].Tokens.Reason | W: Actions[1].Tokens.Reason: Actions[1].Tokens must give 'Reason' a value.",
      'Actions[2].Tokens.CustomerId | W: Actions[2].Tokens.CustomerId: {{Record.Total}} is Decimal, but CustomerId takes Uuid.',
      'Actions[3].Workflow | W: Actions[3].Workflow: The workflow would start itself: W → W.',
    ]);
  });
  it('refuses a start of a workflow that reads a record which this one does not have', () => {
    const call = (Name: string) => ({ Name, Type: 'RunWorkflow', Workflow: 'Other' });
    const reads = (Message: string) => [{ Name: 'A', Type: 'SendNotification', ToUser: 'ada.admin', Message }];
    const faults = (outer: object, Message: string): readonly string[] =>
      faultsOfWorkflow(
        { ...outer, Actions: [call('A')] },
        { Name: 'Other', Type: 'Triggered', EntityName: 'Customer', Actions: reads(Message) },
      ).map((line) => line.replace(/^.*Workflow: /, ''));
    const noRecord = ['Other reads Record of Customer, which this workflow does not have.'];
    expect(faults({ Type: 'Manual' }, '{{Record.Name}}')).toEqual(noRecord);
    expect(faults({ Type: 'Triggered', EntityName: 'Order' }, '{{Record.Name}}')).toEqual(noRecord);
    expect(faults({ Type: 'AfterTransition', EntityName: 'Customer' }, '{{Old.Name}}')).toEqual([
      'Other reads Old of Customer, which this workflow does not have.',
    ]);
    expect(faults({ Type: 'AfterTransition', EntityName: 'Customer' }, '{{Record.Name}}')).toEqual([]);
    expect(faults({ Type: 'Manual' }, 'Record.Name')).toEqual([]);
  });
  it('refuses cycles over several workflows', () => {
    expect(
      faultsOfWorkflow(
        { Actions: [{ Name: 'A', Type: 'RunWorkflow', Workflow: 'B' }] },
        { Name: 'B', Type: 'Manual', Actions: [{ Name: 'A', Type: 'RunWorkflow', Workflow: 'C' }] },
        { Name: 'C', Type: 'Manual', Actions: [{ Name: 'A', Type: 'RunWorkflow', Workflow: 'W' }] },
      ),
    ).toEqual(['Actions[0].Workflow | W: Actions[0].Workflow: The workflow would start itself: W → B → C → W.']);
  });
});
