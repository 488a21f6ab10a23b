import { CUSTOMER } from '../../../support/demo.js';
import { type Answer, byId, type Caller, match, TestApp, where } from '../../../support/test-app.js';

/** The time of an answer does not tell whether a record has a value that the caller may not see. */
let app: TestApp;
let nina: Caller;
const [SECRET, MISSING] = ['DE811111111', 'DE822222223'];
beforeAll(async () => {
  app = await TestApp.start();
  const ada = app.as('ada.admin');
  nina = app.as('nina.north');
  await ada.update('Customer', { TaxId: SECRET }, byId(CUSTOMER.alpenmarkt));
  const named = {
    Filters: [
      { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: 'Customer' },
      { FieldName: 'FieldName', Operator: 'EqualTo', Value: 'TaxId' },
    ],
  };
  const { status, text } = await ada.update('Field', { Protection: 'Hidden' }, named);
  if (status !== 200) throw new Error(text);
});
afterAll(() => app?.stop());

const ROUNDS = 300;
const MAX_RATIO = 1.5;

const CALLS: Readonly<Record<string, (value: string) => Promise<Answer>>> = {
  'a filter': (value) => nina.select('Customer', { WhereClause: where('TaxId', 'EqualTo', value) }),
  'a search': (value) => nina.select('Customer', { GlobalSearch: value }),
  'a match': (value) => nina.insert('Note', { Subject: 'x', CustomerId: match('TaxId', value) }),
  'an update': (value) => nina.update('Customer', { Name: 'Other' }, where('TaxId', 'EqualTo', value)),
  'an upsert': (value) => nina.upsert('Customer', ['TaxId'], { TaxId: value, Name: 'Other' }),
};

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1];

it.each(Object.keys(CALLS))('is the same for %s, by a ratio of medians', async (name) => {
  const times: Record<string, number[]> = { [SECRET]: [], [MISSING]: [] };
  const statuses = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const value of round % 2 === 0 ? [SECRET, MISSING] : [MISSING, SECRET]) {
      const start = performance.now();
      const { status } = await CALLS[name](value);
      times[value].push(performance.now() - start);
      statuses.add(status);
    }
  }
  expect([...statuses]).toEqual([name === 'a search' ? 200 : 403]);
  const [a, b] = [median(times[SECRET]), median(times[MISSING])];
  expect(Math.max(a / b, b / a)).toBeLessThan(MAX_RATIO);
});
