import { faultsOfActions } from './demo-checks.js';

// Requirement: R188, R191
describe('The checks of workflows', () => {
  it('checks receivers', () => {
    expect(
      faultsOfActions(
        { Name: 'A', Type: 'SendEmail', ToUser: 'nobody', Subject: 's', Message: 'm' },
        { Name: 'B', Type: 'SendNotification', Message: 'm' },
        { Name: 'C', Type: 'SendNotification', Message: 'm', ToUser: '{{Record.OwnerId}}', ToRole: 'SalesManagr' },
        { Name: 'D', Type: 'SendNotification', Message: 'm', ToUser: '{{Record.CustomerId}}' },
        { Name: 'E', Type: 'SendNotification', Message: 'm', ToUser: '{{Record.Total}}' },
        { Name: 'G', Type: 'SendEmail', ToUser: '{{Record.OwnerId}}', Message: 'm' },
      ),
    ).toEqual([
      "Actions[0].ToUser | W: Actions[0].ToUser: 'nobody' is not the name of a user.",
      'Actions[1] | W: Actions[1]: Give exactly one of ToUser, ToRole and ToTeam; it has none.',
      'Actions[2] | W: Actions[2]: Give exactly one of ToUser, ToRole and ToTeam; it has ToUser and ToRole.',
      "Actions[2].ToRole | W: Actions[2].ToRole: 'SalesManagr' is not the name of a role. Did you mean 'SalesManager'?",
      'Actions[3].ToUser | W: Actions[3].ToUser: {{Record.CustomerId}} is a lookup of Customer, but ToUser takes the name or the id of a user.',
      'Actions[4].ToUser | W: Actions[4].ToUser: {{Record.Total}} is Decimal, but ToUser takes the name or the id of a user.',
      'Actions[5].Subject | W: Actions[5].Subject: SendEmail needs Subject, which is text.',
    ]);
  });
  it('checks calls of other systems', () => {
    expect(
      faultsOfActions(
        { Name: 'A', Type: 'HttpCall', Method: 'FETCH', Url: 'ftp://x/y' },
        { Name: 'B', Type: 'HttpCall', Method: 'GET', Url: 'https://{{Record.OrderNumber}}.x.com/' },
        { Name: 'C', Type: 'HttpCall', Method: 'GET', Url: 'https://u:p@x.com/' },
        {
          Name: 'D',
          Type: 'HttpCall',
          Method: 'POST',
          Url: 'https://x.com/{{Record.Id}}?a={{Secret.K}}',
          Headers: { Authorization: 'Bearer {{Secret.Key}}', Host: 'x', 'a b': 'c', X: 'a\r\nb', Y: 1 },
          Body: { a: '{{Secret.K}}', b: '{{Record.Total}}' },
        },
        { Name: 'E', Type: 'HttpCall', Method: 'GET', Url: '{{Record.OrderNumber}}' },
        { Name: 'G', Type: 'HttpCall', Method: 'GET', Url: 'https://x.com:99999/' },
      ),
    ).toEqual([
      'Actions[0].Method | W: Actions[0].Method: Method must be one of GET, POST, PUT, PATCH, DELETE, HEAD.',
      'Actions[0].Url | W: Actions[0].Url: The URL must begin with http:// or https:// and a host.',
      'Actions[1].Url | W: Actions[1].Url: The host must be written out, without tokens, so that it can be checked.',
      'Actions[2].Url | W: Actions[2].Url: User and password are not allowed in a URL; use Headers with a secret.',
      'Actions[3].Url | W: Actions[3].Url: Secrets are allowed in the Headers of HttpCall only.',
      'Actions[3].Body.a | W: Actions[3].Body.a: Secrets are allowed in the Headers of HttpCall only.',
      'Actions[3].Headers.Host | W: Actions[3].Headers.Host: The service sets Host itself.',
      'Actions[3].Headers.a b | W: Actions[3].Headers.a b: This is not the name of a header.',
      'Actions[3].Headers.X | W: Actions[3].Headers.X: The value of a header must not have line breaks.',
      'Actions[3].Headers.Y | W: Actions[3].Headers.Y: The value of a header must be text.',
      'Actions[4].Url | W: Actions[4].Url: The URL must begin with http:// or https:// and a host.',
      'Actions[5].Url | W: Actions[5].Url: This is not a valid URL.',
    ]);
  });
});
