import { faultsOfActions, faultsOfWorkflow } from './demo-checks.js';

const clause = (FieldName: string, Value: unknown, Operator: unknown = 3, more = {}) => ({
  Filters: [{ FieldName, Operator, Value, ...more }],
});
const note = (Value: unknown, Name = 'A') => ({
  Name,
  Type: 'InsertRecord',
  EntityName: 'Note',
  Fields: [{ FieldName: 'Subject', Value }],
});

// Requirement: R188, R191
describe('The checks of workflows', () => {
  it('refuses unknown and misspelt members', () => {
    expect(faultsOfActions({ ...note('x'), Entityname: 'x', Foo: 1 })).toEqual([
      "Actions[0] | W: Actions[0]: Unknown member 'Entityname'. Did you mean 'EntityName'?",
      "Actions[0] | W: Actions[0]: Unknown member 'Foo'. It has Name, Type, When, OnError, EntityName, Fields.",
    ]);
  });
  it('refuses missing members', () => {
    expect(faultsOfActions({ Name: 'A', Type: 'UpdateRecords' })).toEqual([
      'Actions[0].EntityName | W: Actions[0].EntityName: UpdateRecords needs EntityName, which is text.',
      'Actions[0].Fields | W: Actions[0].Fields: UpdateRecords needs Fields, which is an array.',
      'Actions[0].WhereClause | W: Actions[0].WhereClause: UpdateRecords needs WhereClause, which is an object.',
    ]);
  });
  it('refuses members of other types', () => {
    expect(faultsOfActions({ Name: 1, Type: 'SendNotification', ToRole: 3, Message: [] })).toEqual([
      'Actions[0].Name | W: Actions[0].Name: Name must be text, not a number.',
      'Actions[0].ToRole | W: Actions[0].ToRole: ToRole must be text, not a number.',
      'Actions[0].Message | W: Actions[0].Message: Message must be text, not an array.',
    ]);
  });
  it('refuses unknown types of actions', () => {
    expect(faultsOfActions({ Name: 'A', Type: 'InsertRecords' })).toEqual([
      "Actions[0].Type | W: Actions[0].Type: Type must be one of InsertRecord, UpdateRecords, DeleteRecords, RunQuery, ChangeStatus, ExecuteDatabaseObject, SendNotification, SendEmail, HttpCall, Condition, ForEach, GenerateFile, Zip, RunWorkflow. Did you mean 'InsertRecord'?",
    ]);
  });
  it('refuses names of actions that are malformed, reserved or taken', () => {
    expect(
      faultsOfActions(
        { ...note('x'), Name: 'record x' },
        { ...note('x'), Name: 'Record' },
        note('x', 'B'),
        note('x', 'b'),
        note('x', 'B'),
      ),
    ).toEqual([
      'Actions[0].Name | W: Actions[0].Name: The name must begin with a capital and have letters and digits, at most 63.',
      'Actions[1].Name | W: Actions[1].Name: Record is the name of a token.',
      'Actions[3].Name | W: Actions[3].Name: The name must begin with a capital and have letters and digits, at most 63.',
      'Actions[4].Name | W: Actions[4].Name: Two actions are called B; letter case makes no difference.',
    ]);
  });
  it('refuses unknown values of OnError', () => {
    expect(faultsOfActions({ ...note('x'), OnError: 'Ignore' })).toEqual([
      'Actions[0].OnError | W: Actions[0].OnError: OnError must be Fail or Continue.',
    ]);
  });
  it('checks conditions, and the scopes of branches', () => {
    expect(
      faultsOfActions(
        { Name: 'Q', Type: 'RunQuery', EntityName: 'Order' },
        {
          Name: 'A',
          Type: 'Condition',
          If: clause('Actions.Q.Total', 'abc', 3),
          Then: [note('{{Actions.Q.Total}}', 'T1')],
          Else: [note('{{Actions.T1.Id}}', 'E1')],
        },
        note('{{Actions.T1.Id}}', 'Z'),
        { ...note('x', 'Y'), When: clause('{{Record.Total}}', 1) },
        { ...note('x', 'X'), When: clause('Record.Nope', 1) },
        { ...note('x', 'V'), When: clause('Record.Total', '{{Record.OrderNumber}}') },
        { ...note('x', 'U'), When: {} },
        { Name: 'S', Type: 'Condition', If: clause('Record.Total', 1), Then: [] },
      ),
    ).toEqual([
      'Actions[1].If.Filters[0].Value | W: Actions[1].If.Filters[0].Value: Actions.Q.Total can only be compared with a number.',
      'Actions[1].Then[0].Fields[0].Value | W: Actions[1].Then[0].Fields[0].Value: {{Actions.Q.Total}} is Decimal, but Subject takes Text.',
      'Actions[1].Else[0].Fields[0].Value | W: Actions[1].Else[0].Fields[0].Value: The result of T1 is not known here: an action sees those before it in its own list and in the lists around it.',
      'Actions[2].Fields[0].Value | W: Actions[2].Fields[0].Value: The result of T1 is not known here: an action sees those before it in its own list and in the lists around it.',
      'Actions[3].When.Filters[0].FieldName | W: Actions[3].When.Filters[0].FieldName: A token is a value; it cannot stand for a name or a choice.',
      "Actions[4].When.Filters[0].FieldName | W: Actions[4].When.Filters[0].FieldName: Order has no field 'Nope'.",
      'Actions[5].When.Filters[0].Value | W: Actions[5].When.Filters[0].Value: {{Record.OrderNumber}} is AutoNumber, but Total takes Decimal.',
      'Actions[6].When | W: Actions[6].When: The value is required: {"Filters": [{"FieldName", "Operator", "Value"}]}.',
      'Actions[7] | W: Actions[7]: A Condition needs actions in Then, in Else or in both.',
    ]);
  });
  it('checks loops', () => {
    expect(
      faultsOfActions(
        { Name: 'Q', Type: 'RunQuery', EntityName: 'Order' },
        { Name: 'L', Type: 'ForEach', Source: 'Q', Do: [note('{{Item.OrderNumber}} {{Item.Nope}}', 'N')] },
        { Name: 'M', Type: 'ForEach', Source: 'Later', Do: [note('x', 'O')] },
        { Name: 'Later', Type: 'RunQuery', EntityName: 'Order' },
        { Name: 'P', Type: 'ForEach', Source: 'L', Do: [] },
      ),
    ).toEqual([
      "Actions[1].Do[0].Fields[0].Value | W: Actions[1].Do[0].Fields[0].Value: Item has no field 'Nope'.",
      'Actions[2].Source | W: Actions[2].Source: Later is not done before, in the same list of actions or one around it.',
      "Actions[4].Source | W: Actions[4].Source: 'L' is not the name of a RunQuery before this action. Did you mean 'Q'?",
      'Actions[4].Do | W: Actions[4].Do: A ForEach needs at least one action.',
    ]);
  });
  it('refuses 201 actions', () => {
    expect(faultsOfWorkflow({ Actions: Array.from({ length: 201 }, (_, i) => note('x', `N${i}`)) })).toEqual([
      'Actions | W: A workflow has at most 200 actions, inner ones included, not 201.',
    ]);
  });
  it('refuses actions six levels deep', () => {
    expect(
      faultsOfWorkflow({
        Actions: [
          Array.from({ length: 6 }).reduce<object>(
            (inner, _, i) => ({ Name: `C${i}`, Type: 'Condition', If: clause('Today', '2020-01-01'), Then: [inner] }),
            note('x'),
          ),
        ],
      }),
    ).toEqual([
      'Actions[0].Then[0].Then[0].Then[0].Then[0].Then[0].Then | W: Actions[0].Then[0].Then[0].Then[0].Then[0].Then[0].Then: Actions are nested at most 5 levels deep.',
    ]);
  });
});
