import { CUSTOMER, customer, REGION } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, TestApp, where } from '../../../support/test-app.js';
import { CreditPolicyModule } from './credit-policy.hook.js';

// Requirement: R4
describe('the credit policy of docs/hooks.md', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start({}, [CreditPolicyModule])));
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const limit = (CreditLimit: unknown, id: string, user = 'ada.admin'): Promise<Answer> =>
    app.as(user).update('Customer', { CreditLimit }, byId(id));

  it('sets the limit of a new customer', async () => {
    const { body } = await ada().insert('Customer', customer({ CreditLimit: 90_000 }));
    expect(body.Result.CreditLimit).toBe(10_000);
    expect((await ada().insert('Customer', customer({ CreditLimit: 900 }))).body.Result.CreditLimit).toBe(900);
  });

  it('refuses more than double the limit, with field and path, except for finance', async () => {
    const { Id } = (await ada().insert('Customer', customer())).body.Result;
    const [detail] = await refused(app, () => limit(10_001, Id), 400, 'HookRejected');
    expect(detail).toMatchObject({
      Message: 'The limit can at most be doubled at a time.',
      FieldName: 'CreditLimit',
      Path: 'Fields[0]',
      RecordId: Id,
    });
    expect((await limit(10_000, Id)).status).toBe(200);
    expect((await limit(100_000, Id, 'frank.finance')).status).toBe(200);
  });

  it('sees the total of several records and rolls back all of them', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 2; i++) {
      ids.push((await ada().insert('Customer', customer({ RegionId: REGION.south }))).body.Result.Id);
    }
    const call = (): Promise<Answer> =>
      app.as('frank.finance').update('Customer', { CreditLimit: 800_000 }, where('Id', 'IN', ids));
    const details = await refused(app, call, 400, 'HookRejected');
    expect(details.map(({ Message }) => Message)).toContain('The region has no more credit to give.');
    const { Result } = (await ada().select('Customer', { WhereClause: where('Id', 'IN', ids) })).body;
    expect(Result.map(({ CreditLimit }: Row) => CreditLimit)).toEqual([5_000, 5_000]);
  });

  it('refuses to delete a customer with an open balance', async () => {
    const { Result } = (await ada().select('Customer', { WhereClause: where('OpenBalance', 'GreaterThan', 0) })).body;
    const debtor = Result.find(({ Id }: Row) => Object.values<unknown>(CUSTOMER).includes(Id));
    const call = (): Promise<Answer> => ada().delete('Customer', byId(debtor.Id));
    const [detail] = await refused(app, call, 400, 'HookRejected');
    expect(detail.Message).toBe('The customer has invoices to pay.');
  });
});
