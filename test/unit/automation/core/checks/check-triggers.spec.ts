import { faultsOfTrigger, faultsOfTriggers } from './demo-checks.js';

const clause = (FieldName: string, Value: unknown, Operator: unknown = 3, more = {}) => ({
  Filters: [{ FieldName, Operator, Value, ...more }],
});

// Requirement: R193, R194, R197
describe('The checks of triggers', () => {
  it('refuses FieldChanges on Created', () => {
    expect(faultsOfTrigger({ TriggerEvent: 'Created', FieldChanges: [{ FieldName: 'Total' }] })).toEqual([
      'FieldChanges | T: Fields change when a record is edited: TriggerEvent must be Edited, not Created.',
    ]);
  });
  it('checks FieldChanges', () => {
    expect(
      faultsOfTrigger({
        TriggerEvent: 'Edited',
        FieldChanges: [
          { FieldName: 'Ttal' },
          { FieldName: 'Total', From: 'abc', To: null },
          { FieldName: 'Total' },
          { FieldName: 'RowVersion' },
          { FieldName: 'Priority', From: 'Urgent', To: 'Urgent' },
          { Fieldname: 'x' },
          1,
        ],
      }),
    ).toEqual([
      "FieldChanges[0].FieldName | T: FieldChanges[0].FieldName: Order has no field 'Ttal'. Did you mean 'Total'?",
      'FieldChanges[1].From | T: FieldChanges[1].From: Total must be a decimal number with at most 2 fraction digits.',
      'FieldChanges[2].FieldName | T: FieldChanges[2].FieldName: Total is named twice.',
      'FieldChanges[3].FieldName | T: FieldChanges[3].FieldName: RowVersion does not count as changed.',
      'FieldChanges[4].To | T: FieldChanges[4].To: From and To are the same value, which is no change.',
      "FieldChanges[5] | T: FieldChanges[5]: Unknown member 'Fieldname'. Did you mean 'FieldName'?",
      'FieldChanges[5].FieldName | T: FieldChanges[5].FieldName: The name of a field is required.',
      'FieldChanges[6] | T: FieldChanges[6]: An object with FieldName, From, To is required.',
    ]);
  });
  it('refuses AllOfFields without FieldChanges', () => {
    expect(faultsOfTrigger({ TriggerEvent: 'Edited', FieldCriteria: 'AllOfFields' })).toEqual([
      'FieldChanges | T: FieldCriteria AllOfFields needs FieldChanges.',
    ]);
  });
  it('checks schedules, and refuses members of other types of triggers', () => {
    expect(
      faultsOfTrigger({
        TriggerType: 'Scheduled',
        CronExpression: '0 0 L * ?',
        TimeZone: 'Mars/X',
        TriggerEvent: 'Edited',
        WhereClause: clause('Id', 1),
        Notifications: [{ ToRole: 'SalesManager', Message: '{{Record.Id}}' }],
      }),
    ).toEqual([
      'TriggerEvent | T: TriggerEvent belongs to triggers of type EventBased; this one is Scheduled.',
      'WhereClause | T: WhereClause belongs to triggers of type EventBased and DateBased; this one is Scheduled.',
      "TimeZone | T: 'Mars/X' is not an IANA time zone such as Europe/Berlin or UTC.",
      'CronExpression | T: Day of week: the sign ? is not supported. Write * instead.',
      'Notifications[0].Message | T: Notifications[0].Message: A Scheduled trigger has no Record.',
    ]);
  });
  it('refuses schedules that fire too often', () => {
    expect(faultsOfTrigger({ TriggerType: 'Scheduled', CronExpression: '*/10 * * * * *' })).toEqual([
      'CronExpression | T: The schedule fires 10 seconds after the fire time before; at least 60 seconds are required.',
    ]);
  });
  it('refuses more than 1,000 active schedules', () => {
    const schedules = (count: number, more = {}): readonly unknown[] =>
      Array.from({ length: count }, () => ({ TriggerType: 'Scheduled', CronExpression: '0 2 * * *', ...more }));
    expect(faultsOfTriggers(...schedules(1_000), ...schedules(1, { IsActive: false }), {})).toEqual([]);
    const faults = faultsOfTriggers(...schedules(1_001), {});
    expect(faults).toHaveLength(1_001);
    expect(new Set(faults)).toEqual(
      new Set(['TriggerType | An environment has at most 1000 active triggers of type Scheduled.']),
    );
  });
  it('checks date-based triggers', () => {
    expect(
      faultsOfTrigger({ TriggerType: 'DateBased', DateField: 'Total', OffsetDays: 4000, TimeOfDay: '25:00' }),
    ).toEqual([
      'OffsetDays | T: OffsetDays must be from -3650 to 3650.',
      'TimeOfDay | T: TimeOfDay must be a time such as 08:30, from 00:00 to 23:59:59.',
      'DateField | T: Total is Decimal; a field of type Date or DateTime is required.',
    ]);
  });
  it('suggests the date field', () => {
    expect(faultsOfTrigger({ TriggerType: 'DateBased', OffsetDays: -3, DateField: 'OrderDat' })).toEqual([
      "DateField | T: Order has no field 'OrderDat'; a field of type Date or DateTime is required. Did you mean 'OrderDate'?",
    ]);
  });
  it('refuses entities of the service', () => {
    expect(faultsOfTrigger({ EntityName: 'Role' })).toEqual([
      'EntityName | T: Triggers stand on entities of your own, User, Notification, ApprovalRequest, not on Role.',
    ]);
  });
  it('checks WorkflowIds', () => {
    expect(
      faultsOfTrigger({
        WorkflowIds: [
          'x',
          'f0000000-0000-4000-8000-00000000000f',
          'dd06b87b-1a58-48c1-b977-396412c89b52',
          '5D408EC9-36e6-4bf0-af69-94d967413843',
          '5d408ec9-36e6-4bf0-af69-94d967413843',
        ],
      }),
    ).toEqual([
      'WorkflowIds[0] | T: WorkflowIds[0]: The id of a workflow is required.',
      'WorkflowIds[1] | T: WorkflowIds[1]: There is no workflow with this id.',
      'WorkflowIds[2] | T: WorkflowIds[2]: ExportOrderDocuments is Manual; a trigger of type EventBased starts Triggered workflows.',
      'WorkflowIds[2] | T: WorkflowIds[2]: ExportOrderDocuments requires the token OrderId, which a trigger does not give.',
      'WorkflowIds[3] | T: WorkflowIds[3]: SettleInvoice is for records of Payment, not of Order.',
      'WorkflowIds[4] | T: WorkflowIds[4]: The workflow is named twice.',
    ]);
  });
  it('checks notifications', () => {
    expect(
      faultsOfTrigger({
        Notifications: [
          { ToUser: 'nobody', Message: '' },
          { Message: '{{Record.X}}', ToUser: 'ada.admin', ToTeam: 'x' },
          { Mesage: 1 },
          3,
        ],
      }),
    ).toEqual([
      'Notifications[0].Message | T: Notifications[0].Message: A message is required: text.',
      "Notifications[0].ToUser | T: Notifications[0].ToUser: 'nobody' is not the name of a user.",
      "Notifications[1].Message | T: Notifications[1].Message: Order has no field 'X'.",
      'Notifications[1] | T: Notifications[1]: Give exactly one of ToUser, ToRole and ToTeam; it has ToUser and ToTeam.',
      "Notifications[1].ToTeam | T: Notifications[1].ToTeam: 'x' is not the name of a team.",
      "Notifications[2] | T: Notifications[2]: Unknown member 'Mesage'. Did you mean 'Message'?",
      'Notifications[2].Message | T: Notifications[2].Message: A message is required: text.',
      'Notifications[2] | T: Notifications[2]: Give exactly one of ToUser, ToRole and ToTeam; it has none.',
      'Notifications[3] | T: Notifications[3]: An object with ToUser, ToRole, ToTeam, Message is required.',
    ]);
  });
  it('checks the where-clause, and refuses Old where nothing was changed', () => {
    expect(
      faultsOfTrigger({
        WhereClause: clause('Nope', 1),
        TriggerEvent: 'Created',
        Notifications: [{ ToUser: 'ada.admin', Message: '{{Old.Id}}' }],
      }),
    ).toEqual([
      "WhereClause.Filters[0].FieldName | T: Order has no field 'Nope'.",
      'Notifications[0].Message | T: Notifications[0].Message: There is no Old: the record was not changed.',
    ]);
  });
  it('accepts fields of looked-up records', () => {
    expect(faultsOfTrigger({ WhereClause: clause('CustomerId.Name', 'x') })).toEqual([]);
  });
});
