import { faultsOfActions } from './demo-checks.js';

const note = (Value: unknown, Name = 'A') => ({
  Name,
  Type: 'InsertRecord',
  EntityName: 'Note',
  Fields: [{ FieldName: 'Subject', Value }],
});

// Requirement: R188, R191
describe('The checks of workflows', () => {
  it('checks queries and knows the fields of their rows', () => {
    expect(
      faultsOfActions(
        { Name: 'A', Type: 'RunQuery', EntityName: 'Ordr' },
        { Name: 'B', Type: 'RunQuery', EntityName: 'Order', SelectedFields: ['Nope', '{{Record.Id}}'] },
        { Name: 'C', Type: 'RunQuery', EntityName: 'Order', SelectedFields: ['OrderNumber', 'CustomerId.Name'] },
        note('{{Actions.C.CustomerId.Name}} {{Actions.C.Total}}', 'D'),
        { Name: 'E', Type: 'RunQuery', QueryName: 'Nope' },
        { Name: 'F', Type: 'RunQuery', QueryName: 'CustomersBySegmnt', EntityName: 'Customer' },
        {
          Name: 'G',
          Type: 'RunQuery',
          EntityName: 'Order',
          GroupBy: ['CustomerId'],
          Aggregates: [{ Function: 'Sum', FieldName: 'Total', Alias: 'T' }],
        },
        note('{{Actions.G.T}} {{Actions.G.Total}}', 'H'),
      ),
    ).toEqual([
      "Actions[0].EntityName | W: Actions[0].EntityName: There is no entity 'Ordr'. Did you mean 'Order'?",
      'Actions[1].SelectedFields[1] | W: Actions[1].SelectedFields[1]: A token is a value; it cannot stand for a name or a choice.',
      "Actions[1].SelectedFields[0] | W: Actions[1].SelectedFields[0]: Order has no field 'Nope'.",
      "Actions[3].Fields[0].Value | W: Actions[3].Fields[0].Value: The result of C has no field 'Total'.",
      "Actions[4].QueryName | W: Actions[4].QueryName: 'Nope' is not the name of a saved query.",
      "Actions[5].QueryName | W: Actions[5].QueryName: 'CustomersBySegmnt' is not the name of a saved query of Customer. Did you mean 'CustomersBySegment'?",
      "Actions[7].Fields[0].Value | W: Actions[7].Fields[0].Value: The result of G has no field 'Total'.",
    ]);
  });
});
