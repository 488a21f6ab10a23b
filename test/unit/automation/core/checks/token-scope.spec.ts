import { faultsOfActions, faultsOfWorkflow } from './demo-checks.js';

const note = (Value: unknown, Name = 'A') => ({
  Name,
  Type: 'InsertRecord',
  EntityName: 'Note',
  Fields: [{ FieldName: 'Subject', Value }],
});

// Requirement: R188, R191
describe('The checks of workflows', () => {
  it('accepts tokens of the record and of the clock in a text', () => {
    expect(faultsOfActions(note('x {{Record.OrderNumber}} {{Today}}'))).toEqual([]);
  });
  it('refuses tokens that are unclosed, empty, unknown, out of scope or used before they exist', () => {
    expect(
      faultsOfActions(
        note('{{Record.Nope}}'),
        note('{{Recrd.Id}}', 'B'),
        note('{{Nope}}', 'C'),
        note('{{ {{Record.Id}}', 'D'),
        note('{{}}', 'E'),
        note('{{Item.Id}}', 'G'),
        note('{{Actions.Z.Id}}', 'H'),
        note('{{Actions.I.Id}}', 'I'),
        note('{{Secret.X}}', 'J'),
        note('{{Old.OrderNumber}}', 'K'),
        note('{{Record.CustomerId.Nope}}', 'L'),
      ),
    ).toEqual([
      "Actions[0].Fields[0].Value | W: Actions[0].Fields[0].Value: Order has no field 'Nope'.",
      "Actions[1].Fields[0].Value | W: Actions[1].Fields[0].Value: There is no token 'Recrd.Id'.",
      "Actions[2].Fields[0].Value | W: Actions[2].Fields[0].Value: There is no token 'Nope'.",
      'Actions[3].Fields[0].Value | W: Actions[3].Fields[0].Value: A token is not closed; write {{Name}}.',
      'Actions[4].Fields[0].Value | W: Actions[4].Fields[0].Value: The token is empty.',
      'Actions[5].Fields[0].Value | W: Actions[5].Fields[0].Value: Item is the row of a ForEach, and there is none around this action.',
      "Actions[6].Fields[0].Value | W: Actions[6].Fields[0].Value: There is no action 'Z'. Did you mean 'A'?",
      'Actions[7].Fields[0].Value | W: Actions[7].Fields[0].Value: The result of I is not known here: an action sees those before it in its own list and in the lists around it.',
      'Actions[8].Fields[0].Value | W: Actions[8].Fields[0].Value: Secrets are allowed in the Headers of HttpCall only.',
      "Actions[10].Fields[0].Value | W: Actions[10].Fields[0].Value: Customer has no field 'Nope'.",
    ]);
  });
  it('follows lookups of records, of created records and of query rows', () => {
    const rows = { Name: 'Rows', Type: 'RunQuery', EntityName: 'Order', SelectedFields: ['CustomerId', 'OwnerId'] };
    expect(
      faultsOfActions(
        note('{{Record.CustomerId.Name}} {{Old.CustomerId.OwnerId.DisplayName}}'),
        note('{{Actions.A.CustomerId.Name}}', 'B'),
        rows,
        note('{{Actions.Rows.CustomerId.Name}} {{Actions.Rows.OwnerId.UserName}}', 'C'),
        { Name: 'Each', Type: 'ForEach', Source: 'Rows', Do: [note('{{Item.CustomerId.OwnerId.UserName}}', 'D')] },
      ),
    ).toEqual([]);
  });
  it('refuses dotted names that lead nowhere, and takes the types of those that lead somewhere', () => {
    const when = (FieldName: string, Value: unknown) => ({
      ...note('x'),
      When: { Filters: [{ FieldName, Operator: 'GreaterThan', Value }] },
    });
    expect(
      faultsOfActions(
        note('{{Record.Total.Name}}'),
        note('{{Record.customerid.Name}}', 'B'),
        note('{{Record.CustomerId.name}}', 'C'),
        note('{{Record.CustomerId.Name.Length}}', 'D'),
        note('{{Record.CustomerId.__proto__}}', 'E'),
        note(`{{Record.${'CustomerId.'.repeat(9)}Name}}`, 'F'),
        { ...when('Record.CustomerId.CreditLimit', '5'), Name: 'G' },
        { ...when('Record.CustomerId.CreditLimit', 'much'), Name: 'H' },
      ).map((line) => line.replace(/^.*W: Actions/, '')),
    ).toEqual([
      "[0].Fields[0].Value: Order has no field 'Total.Name'.",
      "[1].Fields[0].Value: Order has no field 'customerid.Name'.",
      "[2].Fields[0].Value: Order has no field 'CustomerId.name'. Did you mean 'CustomerId.Name'?",
      "[3].Fields[0].Value: Customer.Name is not a lookup that 'CustomerId.Name.Length' could follow.",
      "[4].Fields[0].Value: Customer has no field '__proto__'.",
      '[5].Fields[0].Value: A field name may follow at most 5 lookups.',
      '[7].When.Filters[0].Value: Record.CustomerId.CreditLimit can only be compared with a number.',
    ]);
  });
  it('refuses tokens in names', () => {
    expect(
      faultsOfActions(
        { ...note('x'), EntityName: '{{Record.Id}}' },
        { Name: 'B', Type: 'InsertRecord', EntityName: 'Note', Fields: [{ FieldName: '{{Record.Id}}', Value: 1 }] },
        {
          Name: 'C',
          Type: 'DeleteRecords',
          EntityName: 'Note',
          WhereClause: { Filters: [{ FieldName: '{{Record.Id}}', Operator: 3, Value: 1 }], FilterLogic: '{{x}}' },
        },
        { Name: 'D', Type: 'ExecuteDatabaseObject', ObjectName: '{{Record.Id}}' },
      ),
    ).toEqual([
      'Actions[0].EntityName | W: Actions[0].EntityName: A token is a value; it cannot stand for a name or a choice.',
      'Actions[1].Fields[0].FieldName | W: Actions[1].Fields[0].FieldName: A token is a value; it cannot stand for a name or a choice.',
      'Actions[1].Fields | W: Actions[1].Fields: Subject is required.',
      'Actions[2].WhereClause.Filters[0].FieldName | W: Actions[2].WhereClause.Filters[0].FieldName: A token is a value; it cannot stand for a name or a choice.',
      'Actions[2].WhereClause.FilterLogic | W: Actions[2].WhereClause.FilterLogic: A token is a value; it cannot stand for a name or a choice.',
      "Actions[2].WhereClause.FilterLogic | W: Actions[2].WhereClause.FilterLogic: FilterLogic: '{' is not allowed, at position 1.",
      'Actions[3].ObjectName | W: Actions[3].ObjectName: A token is a value; it cannot stand for a name or a choice.',
    ]);
  });
  it('takes SQL, templates of others and closing braces as text', () => {
    expect(faultsOfActions(note('DROP TABLE x; -- ${x} {% x %} <%= 1 %> __proto__ }}'))).toEqual([]);
  });
  it('knows no __proto__ and no constructor', () => {
    expect(
      faultsOfActions(
        { ...note('x'), EntityName: '__proto__' },
        { Name: 'B', Type: 'InsertRecord', EntityName: 'Note', Fields: [{ FieldName: '__proto__', Value: 'x' }] },
        note('{{__proto__}}', 'C'),
        note('{{Record.__proto__}}', 'D'),
        note('{{Actions.constructor.x}}', 'E'),
      ),
    ).toEqual([
      "Actions[0].EntityName | W: Actions[0].EntityName: There is no entity '__proto__'.",
      "Actions[1].Fields[0] | W: Actions[1].Fields[0]: Note has no field or relation '__proto__'.",
      'Actions[1].Fields | W: Actions[1].Fields: Subject is required.',
      "Actions[2].Fields[0].Value | W: Actions[2].Fields[0].Value: There is no token '__proto__'.",
      "Actions[3].Fields[0].Value | W: Actions[3].Fields[0].Value: Order has no field '__proto__'.",
      "Actions[4].Fields[0].Value | W: Actions[4].Fields[0].Value: There is no action 'constructor'.",
    ]);
  });
  it('knows Old in Triggered workflows only', () => {
    expect(
      faultsOfWorkflow({ Type: 'AfterTransition', EntityName: 'Order', Actions: [note('{{Old.OrderNumber}}')] }),
    ).toEqual([
      'Actions[0].Fields[0].Value | W: Actions[0].Fields[0].Value: Old is known in Triggered workflows only, and this one is AfterTransition.',
    ]);
  });
});
