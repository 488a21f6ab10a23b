import { faultsOfDemo, faultsOfWorkflow } from './demo-checks.js';

const note = (Value: unknown, Name = 'A') => ({
  Name,
  Type: 'InsertRecord',
  EntityName: 'Note',
  Fields: [{ FieldName: 'Subject', Value }],
});

// Requirement: R188, R191
describe('The checks of workflows', () => {
  it('accept the workflows and triggers of the demo as they are', () => {
    expect(faultsOfDemo()).toEqual([]);
  });

  it('checks the members of the workflow itself', () => {
    expect(
      faultsOfWorkflow({
        Actions: [note('{{Record.Id}}'), note('{{Old.Id}} {{T}} {{t}}', 'B')],
        EntityName: 'Ordr',
        AllowedRoles: ['Nope', 1],
        RequiredPermission: 'Nope',
        Tokens: [
          { Name: 'Record', Type: 'Text' },
          { Name: 'a b', Type: 'Text' },
          { Name: 'T', Type: 'Txt' },
          { Name: 'U', Type: 'Int', Default: 'x' },
          { Nam: 'x' },
        ],
      }),
    ).toEqual([
      "AllowedRoles[0] | W: AllowedRoles[0]: 'Nope' is not the name of a role.",
      'AllowedRoles[1] | W: AllowedRoles[1]: The name of a role is required.',
      "RequiredPermission | W: 'Nope' is not the name of a permission.",
      "EntityName | W: There is no entity 'Ordr'. Did you mean 'Order'?",
      'Tokens[2].Type | W: Tokens[2].Type: The value must be one of Text, LongText, Int, Decimal, Bool, Date, DateTime, Uuid, Json, Enum, MultiEnum, Lookup, AutoNumber.',
      'Tokens[3].Default | W: Tokens[3].Default: The value must be a whole number.',
      "Tokens[4].Nam | W: Tokens[4].Nam: Unknown member 'Nam', did you mean 'Name'?",
      'Tokens[4].Type | W: Tokens[4].Type: The value is required and must be text.',
      'Tokens[0].Name | W: Tokens[0].Name: Record has a meaning of its own and cannot be the name of a token.',
      'Tokens[1].Name | W: Tokens[1].Name: The name must begin with a letter and have letters, digits and underscores, at most 63.',
      'Actions[0].Fields[0].Value | W: Actions[0].Fields[0].Value: A Manual workflow has no Record.',
      'Actions[1].Fields[0].Value | W: Actions[1].Fields[0].Value: A Manual workflow has no Record.',
      "Actions[1].Fields[0].Value | W: Actions[1].Fields[0].Value: There is no token 'T'.",
      "Actions[1].Fields[0].Value | W: Actions[1].Fields[0].Value: There is no token 't'.",
    ]);
  });
});
