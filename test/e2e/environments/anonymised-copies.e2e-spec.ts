import type { MaskRule } from '#platform/database/transfers/masked-fields.js';
import { CopyEnvironments } from '#environments/index.js';
import { customer } from '../../support/demo.js';
import { COPY, loadDemoCopy } from '../../support/demo-copy.js';
import { type Caller, type Place, TestApp, where } from '../../support/test-app.js';
import { readIn } from './copied.js';
import { fillTexts, holding } from './personal-texts.js';

const TEST_MS = 120_000;
const named = (environment: string) => ({ tenant: 'Copy', app: 'OrderToCash', environment });
const placed = (EnvironmentId: string): Place => ({ ...COPY, EnvironmentId });
const silent = (): void => undefined;
const STOPPED = { replace: false, keepWork: false };

let [app, other]: TestApp[] = [];
beforeAll(async () => {
  [app, other] = await Promise.all([TestApp.start(), TestApp.start()]);
  await loadDemoCopy(app, {});
}, TEST_MS);
afterAll(() => Promise.all([app.stop(), other.stop()]));

const copies = (at: TestApp): CopyEnvironments => at.provider(CopyEnvironments);
const source = () => ({ url: app.databaseUrl, place: named('Development') });

describe('an anonymised copy', () => {
  const rules = {
    'Customer.Name': 'Pseudonym',
    'Contact.FirstName': 'Pseudonym',
    'Contact.LastName': { Text: 'Person' },
    'Contact.Email': 'Pseudonym',
  } as const;

  /** Saves values where a definition or the service keeps them. */
  async function saveElsewhere(ada: Caller): Promise<void> {
    const id = async (entity: string, ...filter: Parameters<typeof where>): Promise<string> =>
      (await ada.select(entity, { WhereClause: where(...filter) })).body.Result[0].Id;
    await ada.inserted('Field', {
      EntityId: await id('Entity', 'EntityName', 'EqualTo', 'Customer'),
      FieldName: 'LastContact',
      FieldType: 'Rollup',
      RelationId: await id('Relation', 'Name', 'EqualTo', 'CustomerContacts'),
      Function: 'Max',
      AggregateField: 'FullName',
    });
    const SavedQueryId = await ada.inserted('SavedQuery', {
      Name: 'Search',
      EntityName: 'Customer',
      GlobalSearch: 'Zanzibar',
      WhereClause: where('Name', 'Contains', 'Zanzibar'),
    });
    await ada.inserted('SavedView', {
      SavedQueryId,
      Name: 'Mine',
      WhereClause: where('Name', 'EqualTo', 'Zanzibar Secret'),
    });
    await ada.inserted('SavedQuery', {
      Name: 'Ordered',
      EntityName: 'Order',
      WhereClause: where('CustomerId.Name', 'EqualTo', 'Zanzibar Secret'),
    });
  }

  it('has no original value anywhere', async () => {
    const ada = app.as('ada.admin', COPY);
    const id = await ada.inserted('Customer', customer({ Name: 'Zanzibar Secret' }));
    await ada.inserted('Contact', {
      CustomerId: id,
      FirstName: 'Quirinus',
      LastName: 'Xylander',
      Email: 'quirinus@xylander.example',
    });
    await saveElsewhere(ada);
    const personal = /Zanzibar|Quirinus|Xylander/;
    await fillTexts(app, await app.schema(COPY), 'Zanzibar');
    expect(await holding(app, await app.schema(COPY), personal)).toEqual(
      expect.arrayContaining(['Customer', 'change']),
    );
    const copied = { ...source(), rules };
    await copies(other).copy(copied, { ...STOPPED, to: named('Masked') }, silent);
    expect(await holding(other, await other.schema(placed('Masked')), personal)).toEqual([]);
    const { body } = await other.as('ada.admin', placed('Masked')).select('Contact', {
      WhereClause: where('CustomerId', 'EqualTo', id),
    });
    expect(body.Result).toMatchObject([
      { LastName: 'Person', Email: expect.stringMatching(/^[0-9a-f]{24}@example\.invalid$/) },
    ]);
    const query = (at: TestApp, place: Place) =>
      readIn(at, place, 'SavedQuery', { WhereClause: where('Name', 'EqualTo', 'CustomersBySegment') });
    // Its filter compares the name with a parameter.
    expect(await query(other, placed('Masked'))).toEqual(await query(app, COPY));
  }, 120_000);

  it.each<Readonly<Record<string, readonly [MaskRule, string]>>>([
    {
      'Customer.Nothing': [null, 'there is no such field'],
      'Customer.Name': [null, 'it is required'],
      'Customer.Phone.More': [null, 'there is no such field'],
      'Contact.FullName': [null, 'it is computed from other fields'],
      'Customer.OpenBalance': [null, 'it is computed from other fields'],
      'Customer.OnboardedOn': ['Pseudonym', 'it is no text (date): give null'],
      'Customer.ParentCustomerId': [{ Text: 'X' }, 'it is no text (uuid): give null'],
      'Payment.Amount': [null, 'it is required and no text'],
      'Customer.Segment': ['Pseudonym', 'it takes certain values only'],
      'Region.CountryCode': ['Pseudonym', 'it has a Regex'],
      'Field.FieldName': ['Pseudonym', 'it is part of a definition'],
    },
    {
      'Customer.TaxId': [{ Text: 'X' }, 'its values are unique'],
      'Customer.Name': [{ Text: '' }, 'its Text is empty'],
      'Customer.Segment': [{ Text: 'Nowhere' }, 'its Text breaks a rule: Segment must be one of'],
      'Contact.Email': [{ Text: 'nobody' }, 'its Text breaks a rule: Email must be an e-mail address'],
      'Order.Currency': [{ Text: 'Euro' }, 'its Text breaks a rule: Currency must match'],
      'Payment.Amount': [{ Text: '1' }, 'it is required and no text'],
    },
  ])('is refused for rules that do not fit, and names them all', async (unfit) => {
    const copied = {
      ...source(),
      rules: Object.fromEntries(Object.entries(unfit).map(([name, [rule]]) => [name, rule])),
    };
    const refused = copies(other).copy(copied, { ...STOPPED, to: named('Refused') }, silent);
    const lines = await refused.catch((error: Error) => error.message.split('\n').slice(1));
    const reasons = Object.entries(unfit).map(([name, [, reason]]) => expect.stringContaining(`${name}: ${reason}`));
    expect(lines).toEqual(reasons);
  });
});
