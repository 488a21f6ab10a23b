import { refused } from '../../../support/refusal.js';
import { type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { blueprint, DOING, DONE, FINISH, OPEN, START } from './ticket-blueprints.js';
import { createTickets } from './tickets.js';

// See docs/interface/lifecycle.md#blueprints
describe('a faulty body of POST /api/v1/blueprints', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    await createTickets(ada);
  });
  afterAll(() => app.stop());

  const create = (body: unknown, headers = {}) => ada.send('POST', '/blueprints', body, headers);
  const withStart = (more: Row): Row => blueprint({ Transitions: [{ ...START, ...more }, FINISH] });

  it.each<[string, Row, string, string | undefined, string]>([
    ['a missing entity', { ...blueprint(), EntityName: undefined }, 'Validation', 'EntityName', 'required'],
    ['a missing name', { ...blueprint(), Name: undefined }, 'FieldRule', 'Name', 'required'],
    ['missing statuses', { ...blueprint(), Statuses: undefined }, 'Validation', 'Statuses', 'array'],
    ['statuses that are text', blueprint({ Statuses: 'Open' }), 'Validation', 'Statuses', 'array'],
    ['a status that is text', blueprint({ Statuses: ['Open'] }), 'Validation', 'Statuses[0]', 'object'],
    ['a misspelt member', blueprint({ isActive: true }), 'UnknownMember', 'isActive', "mean 'IsActive'"],
    [
      'a misspelt member of a status',
      blueprint({ Statuses: [{ ...OPEN, Colour: 'red' }] }),
      'UnknownMember',
      'Statuses[0].Colour',
      'Color',
    ],
    [
      'a misspelt member of a transition',
      withStart({ FromStatusId: 'Open' }),
      'UnknownMember',
      'Transitions[0].FromStatusId',
      'FromStatus',
    ],
    [
      'a misspelt member of a validator',
      withStart({ Validators: [{ Mesage: 'x' }] }),
      'UnknownMember',
      'Transitions[0].Validators[0]',
      'Message',
    ],
    [
      'no initial status',
      blueprint({ Statuses: [DOING, DONE], Transitions: [FINISH] }),
      'Validation',
      'Statuses',
      'initial',
    ],
    [
      'two initial statuses',
      blueprint({ Statuses: [OPEN, { ...DOING, IsInitial: true }, DONE] }),
      'Validation',
      'Statuses[1].IsInitial',
      'Open is the initial',
    ],
    [
      'a status twice',
      blueprint({ Statuses: [OPEN, DOING, DONE, { Name: 'doing' }] }),
      'Validation',
      'Statuses[3].Name',
      'Two statuses',
    ],
    [
      'a status without a name',
      blueprint({ Statuses: [OPEN, DOING, DONE, {}] }),
      'FieldRule',
      'Statuses[3]',
      'required',
    ],
    [
      'an id that is none',
      blueprint({ Statuses: [{ ...OPEN, Id: 'x' }, DOING, DONE] }),
      'Validation',
      'Statuses[0].Id',
      'UUID',
    ],
    [
      'a flag that is none',
      blueprint({ Statuses: [{ ...OPEN, IsInitial: 'yes' }, DOING, DONE] }),
      'Validation',
      'Statuses[0].IsInitial',
      '',
    ],
    [
      'an unreachable status',
      blueprint({ Statuses: [OPEN, DOING, DONE, { Name: 'Lost' }] }),
      'Validation',
      'Statuses[3].Name',
      'Lost',
    ],
    [
      'a transition from nowhere',
      withStart({ FromStatus: null }),
      'Validation',
      'Transitions[0].FromStatus',
      "'*' for any",
    ],
    ['a transition to nowhere', withStart({ ToStatus: undefined }), 'Validation', 'Transitions[0].ToStatus', 'status'],
    [
      'a transition to any status',
      withStart({ ToStatus: '*' }),
      'Validation',
      'Transitions[0].ToStatus',
      "no status '*'",
    ],
    ['an unknown status', withStart({ ToStatus: 'Dooing' }), 'Validation', 'Transitions[0].ToStatus', "mean 'Doing'"],
    ['statuses in an array', withStart({ FromStatus: ['Open'] }), 'Validation', 'Transitions[0].FromStatus', 'status'],
    ['an unknown entity', blueprint({ EntityName: 'Tiket' }), 'Validation', 'EntityName', 'Ticket'],
    ['a system entity', blueprint({ EntityName: 'User' }), 'Validation', 'EntityName', 'service'],
    [
      'a validator on an unknown field',
      withStart({ Validators: [{ Message: 'No.', WhereClause: where('Nope', 7) }] }),
      'Validation',
      'Transitions[0].Validators[0].WhereClause.Filters[0].FieldName',
      'Nope',
    ],
    [
      'a filter with a broken clause',
      withStart({ Filters: where('Title', 99) }),
      'Validation',
      'Transitions[0].Filters.Filters[0].Operator',
      'Operator',
    ],
    [
      'an unknown role',
      withStart({ AllowedRoles: ['Nobody'] }),
      'Validation',
      'Transitions[0].AllowedRoles[0]',
      'Nobody',
    ],
    [
      'an unknown permission',
      withStart({ RequiredPermission: 'None' }),
      'Validation',
      'Transitions[0].RequiredPermission',
      'None',
    ],
    [
      'an unknown required field',
      withStart({ RequiredFields: ['Nope'] }),
      'Validation',
      'Transitions[0].RequiredFields[0]',
      'Nope',
    ],
    [
      'an unknown workflow',
      withStart({ AfterWorkflows: ['Nope'] }),
      'Validation',
      'Transitions[0].AfterWorkflows[0]',
      'Nope',
    ],
  ])('refuses %s by its member', async (_, body, code, path, text) => {
    const details = await refused(app, () => create(body), 400, code);
    expect(details[0]).toMatchObject({ Path: path, Message: expect.stringContaining(text) });
    expect(details.filter(({ Path = '' }) => Path.includes('Value'))).toEqual([]);
  });

  it.each([
    ['nothing', undefined],
    ['an array', []],
    ['text', '"x"'],
  ])('refuses %s as the body', async (_, body) => {
    await refused(app, () => create(body), 400, 'Validation');
  });

  it('refuses every unknown member with handling=strict', async () => {
    await refused(app, () => create(blueprint({ Foo: 1 }), { Prefer: 'handling=strict' }), 400, 'UnknownMember');
  });
});
