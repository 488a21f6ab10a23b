import { expectAlive } from './expect-healthy.js';
import { HostileApp, type Route } from './hostile-app.js';

const COUNT = 100_000;
/** Answers repeat what was wrong, but not without end. */
const MAX_ANSWER_LENGTH = 1_000_000;

const many = <T>(make: (i: number) => T, count = COUNT): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const insert = (Fields: unknown): object => ({ EntityName: 'Customer', Fields });
const select = (filter: object, count = 1): object => ({
  EntityName: 'Customer',
  WhereClause: { Filters: many(() => ({ FieldName: 'Name', Operator: 3, Value: 'x', ...filter }), count) },
});

describe('a flood', () => {
  let hostile: HostileApp;
  beforeAll(async () => void (hostile = await HostileApp.start()));
  afterAll(() => hostile.stop());

  // Requirement: P9, F17, F21
  it.each<[string, Route, unknown]>([
    ['unknown members', 'select', Object.fromEntries([['EntityName', 'Customer'], ...many((i) => [`m${i}`, 1])])],
    [
      'near misses',
      'select',
      Object.fromEntries([['EntityName', 'Customer'], ...many((i) => [`EntityNam${i % 10}${i}`, 1])]),
    ],
    ['unknown fields', 'insert', insert(many((i) => ({ FieldName: `m${i}`, Value: 1 })))],
    ['repeated fields', 'insert', insert(many(() => ({ FieldName: 'Name', Value: 1 })))],
    ['repeated fields', 'update', { ...insert(many(() => ({ FieldName: 'Name', Value: 1 }))), ...select({}) }],
    ['assignments that are none', 'insert', insert(many(() => 1))],
    ['children', 'insert', insert([{ FieldName: 'Contact', Value: many(() => ({ x: 1 })) }])],
    ['children in children', 'insert', insert([{ FieldName: 'Contact', Value: many(() => many(() => 1, 300), 300) }])],
    ['one long name', 'select', { EntityName: 'x'.repeat(1_000_000) }],
    ['one long field', 'select', { EntityName: 'Customer', SelectedFields: ['x'.repeat(1_000_000)] }],
    ['selected fields', 'select', { EntityName: 'Customer', SelectedFields: many(() => 'Name') }],
    ['sort keys', 'select', { EntityName: 'Customer', Sort: many(() => ({ FieldName: 'Name' })) }],
    ['filters', 'select', select({}, COUNT / 2)],
    ['long operators', 'select', select({ Operator: 'z'.repeat(20_000) }, 200)],
    ['long patterns', 'select', select({ Operator: 11, Value: '%_'.repeat(10_000) }, 20)],
    ['digits', 'select', select({ FieldName: 'CreditLimit', Value: '9'.repeat(1_000_000) })],
    ['digits in an insert', 'insert', insert([{ FieldName: 'CreditLimit', Value: '9'.repeat(1_000_000) }])],
    ['dots in an address', 'insert', insert([{ FieldName: 'Email', Value: `a@${'a.'.repeat(1_000_000)}` }])],
    ['brackets in a phone number', 'insert', insert([{ FieldName: 'Phone', Value: '('.repeat(2_000_000) }])],
    ['letters', 'insert', insert([{ FieldName: 'Name', Value: 'é'.repeat(2_000_000) }])],
    ['numbers in a document', 'insert', insert([{ FieldName: 'Preferences', Value: many(() => 1) }])],
  ])('of %s keeps nobody waiting and gets a short answer: %s', async (_, route, body) => {
    const { text } = await hostile.send(route, body);
    expect(text.length).toBeLessThan(MAX_ANSWER_LENGTH);
    await expectAlive(hostile.app);
  });
});
