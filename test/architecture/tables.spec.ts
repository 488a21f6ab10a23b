import { filesIn, findings } from './project-files.js';

const RELATION = 'src/core/relations/relation.ts';

/** Files that may name an environment's schema, with the reason. All others read through `relationSql`. */
const NAMES_THE_SCHEMA: Readonly<Record<string, string>> = {
  [RELATION]: 'the scoped relation',
  'src/definitions/': 'makes and changes tables and indexes, and keys statements by the schema',
  'src/records/writes/auto-number-sequences.ts': 'creates sequences',
  'src/records/core/inserts/plan-insert.ts': 'names sequences',
  'src/records/core/updates/foreign-keys.sql.ts': 'names foreign keys',
  'src/environments/': 'copies and moves whole schemas',
  'src/routines/': 'makes and calls routines, and triggers that stamp what they write',
};

const speakers = filesIn('src').filter(
  ({ path }) => !/^src\/(platform|signalr|demo|command|migrations|[^/]+\.ts)/.test(path),
);

// Requirement: S1, S4
it('names the environment schema only in the listed files', () => {
  const others = speakers.filter(({ path }) => !Object.keys(NAMES_THE_SCHEMA).some((known) => path.startsWith(known)));
  expect(findings(others, /\benvironment\??\.schema\b|\bschema\b[^;{}]*\} = [\w.]*environment\b/g)).toEqual([]);
});

// Requirement: S4
it('reads tables only through the scoped relation', () => {
  const readers = speakers.filter(({ path }) => path !== RELATION);
  expect(findings(readers, /\b(FROM|JOIN|USING)\s+("|\$\{(ident|table)\b).*/g)).toEqual([]);
});
