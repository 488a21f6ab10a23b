import { faultsOfActions } from './demo-checks.js';

const clause = (FieldName: string, Value: unknown, Operator: unknown = 3, more = {}) => ({
  Filters: [{ FieldName, Operator, Value, ...more }],
});

// Requirement: R188, R191
describe('The checks of workflows', () => {
  it('refuses tokens of other types than the fields of an update', () => {
    expect(
      faultsOfActions({
        Name: 'A',
        Type: 'UpdateRecords',
        EntityName: 'Customer',
        Fields: [
          { FieldName: 'CreditLimit', Value: '{{Record.OrderNumber}}' },
          { FieldName: 'IsActive', Value: '{{Record.Total}}' },
          { FieldName: 'Name', Value: '{{Record.Total}}' },
          { FieldName: 'TaxId', Value: 'AT{{Record.OrderNumber}}' },
        ],
        WhereClause: clause('Id', '{{Record.Total}}'),
      }),
    ).toEqual([
      'Actions[0].Fields[0].Value | W: Actions[0].Fields[0].Value: {{Record.OrderNumber}} is AutoNumber, but CreditLimit takes Decimal.',
      'Actions[0].Fields[1].Value | W: Actions[0].Fields[1].Value: {{Record.Total}} is Decimal, but IsActive takes Bool.',
      'Actions[0].Fields[2].Value | W: Actions[0].Fields[2].Value: {{Record.Total}} is Decimal, but Name takes Text.',
      'Actions[0].WhereClause.Filters[0].Value | W: Actions[0].WhereClause.Filters[0].Value: {{Record.Total}} is Decimal, but Id takes Uuid.',
    ]);
  });
  it('refuses values and tokens of other types than the fields of an insert', () => {
    expect(
      faultsOfActions({
        Name: 'A',
        Type: 'InsertRecord',
        EntityName: 'Invoice',
        Fields: [
          { FieldName: 'OrderId', Value: '{{Record.CustomerId}}' },
          { FieldName: 'CustomerId', Value: '{{Record.CustomerId}}' },
          { FieldName: 'Amount', Value: 'abc' },
          { FieldName: 'DueOn', Value: '{{Now}}' },
        ],
      }),
    ).toEqual([
      'Actions[0].Fields[0].Value | W: Actions[0].Fields[0].Value: {{Record.CustomerId}} is a lookup of Customer, but OrderId takes a lookup of Order.',
      'Actions[0].Fields[3].Value | W: Actions[0].Fields[3].Value: {{Now}} is DateTime, but DueOn takes Date.',
      "Actions[0].Fields[2] | W: Actions[0].Fields[2]: Amount must be a decimal number with at most 2 fraction digits, not text 'abc'.",
    ]);
  });
  it('refuses an insert without required fields', () => {
    expect(faultsOfActions({ Name: 'A', Type: 'InsertRecord', EntityName: 'Invoice', Fields: [] })).toEqual([
      'Actions[0].Fields | W: Actions[0].Fields: OrderId is required.',
      'Actions[0].Fields | W: Actions[0].Fields: CustomerId is required.',
      'Actions[0].Fields | W: Actions[0].Fields: DueOn is required.',
      'Actions[0].Fields | W: Actions[0].Fields: Amount is required.',
    ]);
  });
  it('refuses writes of what gives rights', () => {
    expect(
      faultsOfActions(
        {
          Name: 'A',
          Type: 'InsertRecord',
          EntityName: 'UserRole',
          Fields: [{ FieldName: 'UserId', Value: '{{Record.OwnerId}}' }],
        },
        {
          Name: 'B',
          Type: 'UpdateRecords',
          EntityName: 'ApprovalRequest',
          Fields: [{ FieldName: 'Comment', Value: 'x' }],
          WhereClause: clause('Id', '{{Record.Id}}'),
        },
        {
          Name: 'C',
          Type: 'InsertRecord',
          EntityName: 'Notification',
          Fields: [
            { FieldName: 'Message', Value: 'x' },
            { FieldName: 'OwnerId', Value: '{{Record.OwnerId}}' },
          ],
        },
        {
          Name: 'D',
          Type: 'InsertRecord',
          EntityName: 'ApprovalRequest',
          Fields: [{ FieldName: 'RecordId', Value: '{{Record.RecordInformationId}}' }],
        },
      ),
    ).toEqual([
      'Actions[0].EntityName | W: Actions[0].EntityName: A workflow may not insert records of UserRole: it writes entities of your own, Notification and ApprovalRequest.',
      'Actions[1].EntityName | W: Actions[1].EntityName: A workflow may not change records of ApprovalRequest: it writes entities of your own, Notification and ApprovalRequest.',
    ]);
  });
  it('refuses nested records of the service', () => {
    expect(
      faultsOfActions({
        Name: 'A',
        Type: 'UpdateRecords',
        EntityName: 'Customer',
        Fields: [{ FieldName: 'AccountManagerId', Value: { UserName: 'x', DisplayName: 'X' } }],
        WhereClause: clause('Id', '{{Record.CustomerId}}'),
      }),
    ).toEqual(['Actions[0].Fields[0] | W: Actions[0].Fields[0]: AccountManagerId takes the Id of a User or a Match.']);
  });
  it('refuses a clause without filters', () => {
    expect(faultsOfActions({ Name: 'A', Type: 'DeleteRecords', EntityName: 'Note', WhereClause: {} })).toEqual([
      'Actions[0].WhereClause | W: Actions[0].WhereClause: At least one filter is required; to mean every record, filter Id with IsNotNULL.',
    ]);
  });
  it('refuses faulty where-clauses', () => {
    expect(
      faultsOfActions(
        { Name: 'A', Type: 'DeleteRecords', EntityName: 'Note', WhereClause: clause('Nope', 1) },
        {
          Name: 'B',
          Type: 'DeleteRecords',
          EntityName: 'Note',
          WhereClause: clause('Subject', '{{Record.OrderNumber}}', 99),
        },
        {
          Name: 'C',
          Type: 'DeleteRecords',
          EntityName: 'Customer',
          WhereClause: clause('CreditLimit', '{{Record.Total}}', 'Contains'),
        },
        {
          Name: 'D',
          Type: 'DeleteRecords',
          EntityName: 'Customer',
          WhereClause: clause('CreditLimit', '{{Record.Total}}', 3, { ValueType: 3 }),
        },
      ),
    ).toEqual([
      "Actions[0].WhereClause.Filters[0].FieldName | W: Actions[0].WhereClause.Filters[0].FieldName: Note has no field 'Nope'.",
      'Actions[1].WhereClause.Filters[0].Operator | W: Actions[1].WhereClause.Filters[0].Operator: The value must be one of GreaterThan 1, LessThan 2, EqualTo 3, IN 4, NOTIN 5, IsNULL 6, IsNotNULL 7, NotEqualTo 8, GreaterThanOrEqualTo 9, LessThanOrEqualTo 10, Contains 11, NotContains 12, StartsWith 13, NotStartsWith 14, EndsWith 15, NotEndsWith 16, Between 17, NotBetween 18, SplitContains 19, NotSplitContains 20, ExistsIn 21, NotExistsIn 22.',
      'Actions[2].WhereClause.Filters[0].Operator | W: Actions[2].WhereClause.Filters[0].Operator: Contains is not allowed for CreditLimit, which is Decimal; its operators are GreaterThan 1, LessThan 2, EqualTo 3, IN 4, NOTIN 5, IsNULL 6, IsNotNULL 7, NotEqualTo 8, GreaterThanOrEqualTo 9, LessThanOrEqualTo 10, Between 17, NotBetween 18, ExistsIn 21, NotExistsIn 22.',
      'Actions[3].WhereClause.Filters[0].Value | W: Actions[3].WhereClause.Filters[0].Value: A token is a value; leave ValueType out.',
    ]);
  });
});
