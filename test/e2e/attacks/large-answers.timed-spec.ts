import { Archive, DOCUMENTS, lookupOf, RELATIONS, TEXTS } from '../../support/archive.js';
import { areBackendsShown, highWaterMB, renewBackends } from '../../support/backend-memory.js';
import { byId, where, type Answer, type Row, type TestApp } from '../../support/test-app.js';

/** Memory that a session of the database may use for any query. */
const MAX_BACKEND_MB = 150;
const MB = 2 ** 20;

const include = (Name: string, ...Includes: readonly object[]): object => ({ Name, SelectedFields: ['Id'], Includes });
/** From a shelf to its papers and back, so that each two levels multiply the rows by the number of papers. */
const there = (levels: number): readonly object[] => (levels === 0 ? [] : [include('Papers0', ...back(levels - 1))]);
const back = (levels: number): readonly object[] =>
  levels === 0 ? [] : [include(lookupOf('Papers0'), ...there(levels - 1))];
/** A chain of papers, one page each. */
const pages = (levels: number, SelectedFields: readonly string[]): readonly object[] =>
  levels === 0 ? [] : [{ Name: 'Pages', SelectedFields, Includes: pages(levels - 1, SelectedFields) }];

/** Four includes on each level, of which one goes on. */
const beside = (levels: number): readonly object[] =>
  levels === 0
    ? []
    : RELATIONS.slice(4 * levels - 4, 4 * levels).map((Name, i) => ({
        Name,
        SelectedFields: ['Text1'],
        Pager: { PageSize: 1 },
        Includes:
          i < 3 || levels === 1 ? [] : [{ Name: lookupOf(Name), SelectedFields: ['Id'], Includes: beside(levels - 2) }],
      }));

const letters = (megabytes: number, letter = 'x'): string => `repeat('${letter}', ${megabytes * MB}::int)`;
const text = (megabytes: number, letter = 'x'): string => letter.repeat(megabytes * MB);

describe.each([1, 2])('a query with a large answer, on %i node(s)', (nodes) => {
  let archive: Archive;
  let node: TestApp;
  let isShown: boolean;
  let full: string;
  let wide: string;
  let chain: string;

  beforeAll(async () => {
    archive = await Archive.open({ DATABASE_POOL_SIZE: '2' });
    node = nodes === 1 ? archive.app : await archive.app.startAnother({ DATABASE_POOL_SIZE: '2' });
    isShown = await areBackendsShown(archive.app);
    [full, wide] = [await archive.shelf(), await archive.shelf()];
    await archive.papers(1_000, { Papers0: full }, { Label: 'Label', Text0: 'x'.repeat(200) });
    for (const name of RELATIONS) await archive.papers(2, { [name]: wide }, { Text1: text(0.9) });
    chain = await chained(5, 0.9);
    await numberedPapers(9, 7, { Text2: letters(4.5) });
    await numberedPapers(1, 8, Object.fromEntries(TEXTS.map((name) => [name, letters(4.5)])));
    await numberedPapers(1, 9, Object.fromEntries(TEXTS.map((name) => [name, letters(0.8, '\u0001')])));
    await numberedPapers(1, 10, Object.fromEntries(DOCUMENTS.map((name) => [name, `to_jsonb(${letters(4.5)})`])));
    await numberedPapers(9, 11, { Label: letters(2.2, 'İ') });
    await numberedPapers(60, 13, { Label: `chr(97 + (random() * 25)::int) || ${letters(0.5)}` });
    for (const letter of 'abcd') await archive.as('ann').inserted('Paper', { Number: 12, Text0: text(4.2, letter) });
  }, 120_000);
  afterAll(async () => {
    if (node !== archive.app) await node.stop();
    await archive.close();
  });

  /** Papers one below the other. @returns the Id of the first */
  async function chained(length: number, megabytes: number): Promise<string> {
    const ids: string[] = [];
    for (let i = 0; i < length; i++) {
      ids.push(
        await archive.as('ann').inserted('Paper', { Text3: text(megabytes / length), PaperId: ids.at(-1) ?? null }),
      );
    }
    return ids[0];
  }

  /** Papers with more text than one body can have. @param values SQL by field */
  async function numberedPapers(
    count: number,
    Number: number,
    values: Readonly<Record<string, string>>,
  ): Promise<void> {
    await archive.papers(count, {}, { Number });
    await archive.fill(Number, values);
  }

  const numbered = (Value: number): Row => ({ Filters: [{ FieldName: 'Number', Operator: 'EqualTo', Value }] });

  /** Runs a query on new sessions of the database. */
  async function measured(name: string, entity: string, query: Row): Promise<{ answer: Answer; ms: number }> {
    await renewBackends(archive.app);
    const from = performance.now();
    const answer = await archive.as(entity === 'AuditEntry' ? 'root' : 'ann', node).select(entity, query);
    const ms = performance.now() - from;
    if (isShown) {
      const peak = await highWaterMB(archive.app);
      if (process.env.SHOW_MEMORY) process.stderr.write(`${name}: ${answer.status}, ${ms.toFixed(0)} ms, ${peak} MB\n`);
      expect({ name, peak: peak < MAX_BACKEND_MB ? 'bounded' : peak }).toEqual({ name, peak: 'bounded' });
    }
    return { answer, ms };
  }

  const refusals: readonly (readonly [name: string, entity: string, query: () => Row])[] = [
    ['1,000 × 1,000 rows', 'Shelf', () => ({ WhereClause: byId(full), Includes: there(3) })],
    ['1,000 × 1,000 × 1,000 rows', 'Shelf', () => ({ WhereClause: byId(full), Includes: there(5) })],
    ['a page of 1,000 × 1,000 × 1,000 rows', 'Paper', () => ({ Pager: { PageSize: 1_000 }, Includes: back(4) })],
    [
      '1,000 rows with joins',
      'Paper',
      () => ({ SelectedFields: ['Id', `${lookupOf('Papers0')}.Code`], Includes: back(4) }),
    ],
    ['twenty includes beside each other', 'Shelf', () => ({ WhereClause: byId(wide), LoadChildren: true })],
    ['includes beside each other on five levels', 'Shelf', () => ({ WhereClause: byId(wide), Includes: beside(5) })],
    ['nine rows of 4.5 MB', 'Paper', () => ({ WhereClause: numbered(7) })],
    ['one row of twelve texts', 'Paper', () => ({ WhereClause: numbered(8) })],
    ['one row by its Id', 'Paper', () => ({ WhereClause: numbered(8), Pager: { PageSize: 1 } })],
    ['characters that JSON writes with six', 'Paper', () => ({ WhereClause: numbered(9) })],
    ['documents', 'Paper', () => ({ WhereClause: numbered(10) })],
    ['texts of the change log', 'AuditEntry', () => ({ Sort: [{ FieldName: 'ChangedOn', Direction: 2 }], Pager: {} })],
    [
      'labels in groups',
      'Paper',
      () => ({ GroupBy: ['Label'], WhereClause: numbered(11), Sort: [{ FieldName: 'Label' }] }),
    ],
    ['distinct rows', 'Paper', () => ({ SelectedFields: ['Label', 'Text2'], Distinct: true })],
    ['groups', 'Paper', () => ({ GroupBy: [...TEXTS], Aggregates: [{ Function: 'Max', FieldName: 'Text2' }] })],
  ];
  it.each(refusals)('is refused early, naming the limit: %s', async (name, entity, query) => {
    const { answer, ms } = await measured(name, entity, query());
    expect(answer.status).toBe(400);
    expect(answer.body.ErrorDetails).toEqual([
      expect.objectContaining({ Code: 'Validation', Message: expect.stringContaining('16 MB') }),
    ]);
    if (name.includes('×')) expect(ms).toBeLessThan(5_000);
  });

  const answers: readonly (readonly [name: string, entity: string, query: () => Row, megabytes: number])[] = [
    ['one text of 4.5 MB', 'Paper', () => ({ WhereClause: numbered(8), SelectedFields: ['Text0'] }), 4],
    [
      'three texts of 4.5 MB in rows',
      'Paper',
      () => ({ WhereClause: numbered(7), SelectedFields: ['Text2'], Pager: { PageSize: 3 } }),
      13,
    ],
    [
      'the last of case-insensitive texts',
      'Paper',
      () => ({ WhereClause: numbered(13), Aggregates: [{ Function: 'Max', FieldName: 'Label' }] }),
      0,
    ],
    ['a search in large texts', 'Paper', () => ({ GlobalSearch: 'label', SelectedFields: ['Id'] }), 0],
    [
      'a filter on large texts',
      'Paper',
      () => ({ WhereClause: where('Text2', 'Contains', 'y'), SelectedFields: ['Id'] }),
      0,
    ],
    [
      'an order by large texts',
      'Paper',
      () => ({ WhereClause: numbered(13), Sort: [{ FieldName: 'Label' }], SelectedFields: ['Id'] }),
      0,
    ],
    [
      'five levels of one row each',
      'Paper',
      () => ({ WhereClause: byId(chain), SelectedFields: ['Text3'], Includes: pages(4, ['Text3']) }),
      0.8,
    ],
    [
      '1,000 rows of one shelf',
      'Shelf',
      () => ({ WhereClause: byId(full), Includes: [{ Name: 'Papers0', SelectedFields: ['Id', 'Text0'] }] }),
      0.2,
    ],
  ];
  it.each(answers)('is answered: %s', async (name, entity, query, megabytes) => {
    const { answer } = await measured(name, entity, query());
    expect(answer.status).toBe(200);
    expect(answer.text.length).toBeGreaterThan(megabytes * MB);
  });
});
