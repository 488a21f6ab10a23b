import { filesIn, findings } from './project-files.js';

/** Files that may name an environment's schema, with the reason. All others read through `relationSql`. */
const NAMES_THE_SCHEMA: Readonly<Record<string, string>> = {
  'src/core/criteria/relation.ts': 'the scoped relation',
  'src/modules/schema/': 'makes and changes the tables',
  'src/modules/indexes/': 'makes and drops indexes',
  'src/modules/definitions/': 'keys statements by the schema',
  'src/modules/environments/': 'says which tables there are',
  'src/modules/schema-migration/': 'locks the tables that definitions change',
  'src/modules/writes/auto-number-sequences.ts': 'creates sequences',
  'src/core/inserts/plan-insert.ts': 'names sequences',
  'src/core/updates/foreign-keys.sql.ts': 'names foreign keys',
  'src/modules/routines/': 'makes and calls routines',
  'src/core/routines/call-functions.sql.ts': 'makes the functions of a call',
  'src/core/routines/row-triggers.sql.ts': 'makes triggers, which stamp what routines write',
};

const speakers = [...filesIn('src/core'), ...filesIn('src/modules')];

// Requirement: S1, S4
it('names the environment schema only in the listed files', () => {
  const others = speakers.filter(({ path }) => !Object.keys(NAMES_THE_SCHEMA).some((known) => path.startsWith(known)));
  expect(findings(others, /\benvironment\??\.schema\b|\bschema\b[^;{}]*\} = [\w.]*environment\b/g)).toEqual([]);
});

// Requirement: S4
it('reads tables only through the scoped relation', () => {
  const readers = speakers.filter(({ path }) => path !== 'src/core/criteria/relation.ts');
  expect(findings(readers, /\b(FROM|JOIN|USING)\s+("|\$\{(ident|table)\b).*/g)).toEqual([]);
});
