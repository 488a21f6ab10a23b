import { refused } from '../../../support/refusal.js';
import { type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { createTickets, newStatuses, statusRows, ticketLifecycle, transitionRows } from './tickets.js';

const validator = (more: Row): Row => ({ Validators: [{ Message: 'No.', ...more }] });
const filter = (FieldName: string): unknown => where(FieldName, 'IsNotNULL');

/** Replaces the position of an assignment by its field: `Fields[2].Value[1].Name` by `Statuses.Value[1].Name`. */
const named = (lifecycle: Row, path = ''): string =>
  path.replace(/^Fields\[(\d)\]/, (_, i: string) => Object.keys(lifecycle)[Number(i)]);

// See docs/definitions.md#lifecycles
describe('faulty lifecycles as records', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    await createTickets(ada);
  });
  afterAll(() => app.stop());

  const ids = newStatuses();
  const [open, doing, done] = statusRows(ids);
  const [start, finish] = transitionRows(ids);
  const inactive = (more: Row): Row => ticketLifecycle(ids, { IsActive: false, ...more });
  const withStart = (more: Row): Row => inactive({ Transitions: [{ ...start, ...more }, finish] });

  // Requirement: T59
  it.each<[string, Row, string, string, string]>([
    [
      'no initial status',
      inactive({ Statuses: [{ ...open, IsInitial: false }, doing, done] }),
      'Validation',
      'Statuses',
      'initial',
    ],
    [
      'two initial statuses',
      inactive({ Statuses: [open, { ...doing, IsInitial: true }, done] }),
      'Validation',
      'Statuses.Value[1].IsInitial',
      'Open is the initial status already',
    ],
    ['no statuses', inactive({ Statuses: [], Transitions: [] }), 'Validation', 'Statuses', 'initial'],
    [
      'names that differ in letter case',
      inactive({ Statuses: [open, { ...doing, Name: 'OPEN' }, done] }),
      'Validation',
      'Statuses.Value[1].Name',
      'Two statuses',
    ],
    [
      'the name *',
      inactive({ Statuses: [open, { ...doing, Name: '*' }, done] }),
      'Validation',
      'Statuses.Value[1].Name',
      'any status',
    ],
    ['an unreachable status', inactive({ Transitions: [start] }), 'Validation', 'Statuses.Value[2].Name', 'Done'],
    [
      'a status that only a final one reaches',
      inactive({
        Statuses: [{ ...open, IsFinal: true }, doing, done],
        Transitions: [{ Name: 'Any', ToStatusId: ids.doing }, finish],
      }),
      'Validation',
      'Statuses.Value[1].Name',
      'Doing',
    ],
    [
      'a transition to nothing',
      withStart({ ToStatusId: null }),
      'FieldRule',
      'Transitions.Value[0].ToStatusId',
      'required',
    ],
    ['an unknown entity', inactive({ EntityName: 'Tiket' }), 'Validation', 'EntityName', "Did you mean 'Ticket'?"],
    ['a system entity', inactive({ EntityName: 'user' }), 'Validation', 'EntityName', 'service'],
    [
      'an entity of a kind of its own',
      inactive({ EntityName: 'StatusHistory' }),
      'Validation',
      'EntityName',
      'service',
    ],
    [
      'a filter on an unknown field',
      withStart({ Filters: filter('Efort') }),
      'Validation',
      'Transitions.Value[0].Filters.Value.Filters[0].FieldName',
      'Effort',
    ],
    ['an empty filter', withStart({ Filters: {} }), 'Validation', 'Transitions.Value[0].Filters', 'no filters'],
    [
      'a filter that is text',
      withStart({ Filters: 'Effort > 1' }),
      'Validation',
      'Transitions.Value[0].Filters',
      'object',
    ],
    [
      'validators that are an object',
      withStart({ Validators: {} }),
      'Validation',
      'Transitions.Value[0].Validators',
      'array',
    ],
    [
      'a validator without message',
      withStart({ Validators: [{ WhereClause: filter('Title') }] }),
      'Validation',
      'Transitions.Value[0].Validators.Value[0].Message',
      'message',
    ],
    [
      'a validator without condition',
      withStart(validator({})),
      'Validation',
      'Transitions.Value[0].Validators.Value[0]',
      'either',
    ],
    [
      'a validator with two conditions',
      withStart(validator({ Hook: 'X', WhereClause: filter('Title') })),
      'Validation',
      'Transitions.Value[0].Validators.Value[0]',
      'either',
    ],
    [
      'a misspelt member of a validator',
      withStart(validator({ WhereCluase: filter('Title') })),
      'UnknownMember',
      'Transitions.Value[0].Validators.Value[0]',
      "mean 'WhereClause'",
    ],
    [
      'a validator on an unknown field',
      withStart(validator({ WhereClause: filter('Nope') })),
      'Validation',
      'Transitions.Value[0].Validators.Value[0].WhereClause.Filters[0].FieldName',
      'Nope',
    ],
    [
      'a validator with broken logic',
      withStart(validator({ WhereClause: { Filters: [{ FieldName: 'Title', Operator: 7 }], FilterLogic: '1 AND' } })),
      'Validation',
      'Transitions.Value[0].Validators.Value[0].WhereClause.FilterLogic',
      '',
    ],
    [
      'an unknown hook',
      withStart(validator({ Hook: 'Nobody' })),
      'Validation',
      'Transitions.Value[0].Validators.Value[0].Hook',
      'Nobody',
    ],
    [
      'an unknown role',
      withStart({ AllowedRoles: ['SalesRepp'] }),
      'Validation',
      'Transitions.Value[0].AllowedRoles.Value[0]',
      "mean 'SalesRep'",
    ],
    [
      'roles that are text',
      withStart({ AllowedRoles: 'SalesRep' }),
      'Validation',
      'Transitions.Value[0].AllowedRoles',
      'array',
    ],
    [
      'a role that is a number',
      withStart({ AllowedRoles: [1] }),
      'Validation',
      'Transitions.Value[0].AllowedRoles.Value[0]',
      'a role',
    ],
    [
      'an unknown permission',
      withStart({ RequiredPermission: 'Orders.Shipp' }),
      'Validation',
      'Transitions.Value[0].RequiredPermission',
      'Orders.Ship',
    ],
    [
      'an unknown required field',
      withStart({ RequiredFields: ['Titel'] }),
      'Validation',
      'Transitions.Value[0].RequiredFields.Value[0]',
      'Title',
    ],
    [
      'a required field that the service fills',
      withStart({ RequiredFields: ['Number'] }),
      'Validation',
      'Transitions.Value[0].RequiredFields.Value[0]',
      'Number',
    ],
    [
      'a required field that is written once',
      withStart({ RequiredFields: ['Origin'] }),
      'Validation',
      'Transitions.Value[0].RequiredFields.Value[0]',
      'Origin',
    ],
    [
      'a required system field',
      withStart({ RequiredFields: ['StatusId'] }),
      'Validation',
      'Transitions.Value[0].RequiredFields.Value[0]',
      'StatusId',
    ],
    [
      'an unknown workflow',
      withStart({ AfterWorkflows: ['NotifyWarehous'] }),
      'Validation',
      'Transitions.Value[0].AfterWorkflows.Value[0]',
      'NotifyWarehouse',
    ],
  ])('refuse %s', async (_, lifecycle, code, path, text) => {
    const [detail] = await refused(app, () => ada.insert('Lifecycle', lifecycle), 400, code);
    expect(named(lifecycle, detail.Path)).toBe(path);
    expect(detail.Message).toContain(text);
  });

  it('refuse a status name twice', async () => {
    const lifecycle = inactive({ Statuses: [open, { ...doing, Name: 'Open' }, done] });
    await refused(app, () => ada.insert('Lifecycle', lifecycle), 409, 'Conflict');
  });

  it('refuse a status of another lifecycle', async () => {
    const { body } = await ada.select('Status', { WhereClause: where('Name', 3, 'Draft') });
    const foreign = withStart({ FromStatusId: body.Result[0].Id as string });
    const details = await refused(app, () => ada.insert('Lifecycle', foreign), 400, 'Validation');
    expect(details.map(({ Path }) => named(foreign, Path))).toContain('Transitions.Value[0].FromStatusId');
  });

  it('report all faults together', async () => {
    const faulty = withStart({ AllowedRoles: ['Nobody'], RequiredFields: ['None'], Filters: filter('Nope') });
    const details = await refused(app, () => ada.insert('Lifecycle', faulty), 400, 'Validation');
    expect(details.map(({ FieldName }) => FieldName)).toEqual(['AllowedRoles', 'Filters', 'RequiredFields']);
  });
});
