/** A migration's statements, without texts and in one line each. */
const statementsOf = (sql: string): readonly string[] =>
  sql
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => !/^(|END \$\$)$/.test(statement));

const CREATED_TABLE = /\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/g;

/** Changes that a node of the version before may not survive, each as the words that are found. */
const BREAKING: readonly RegExp[] = [
  /\bDROP (?!DEFAULT\b|NOT NULL\b)(?:(?:COLUMN|CONSTRAINT|TABLE|INDEX|FUNCTION|AGGREGATE|SEQUENCE|SCHEMA) )?[\w.]+/g,
  /\bALTER (?!INDEX\b)\w+ [\w.]+ RENAME .*/g,
  /\bALTER COLUMN \w+ (?:SET DATA )?TYPE\b.*/g,
  /\bALTER COLUMN \w+ (?:SET NOT NULL|DROP DEFAULT)/g,
  /\bADD CONSTRAINT \w+/g,
  /\bADD (?:COLUMN )?(?!CONSTRAINT\b)\w+ (?:(?!DEFAULT\b)[^\s,]+ )*NOT NULL\b(?![^,]*DEFAULT)/g,
  /^(?:DELETE FROM|UPDATE|TRUNCATE)\b [\w.]+/g,
];

const INDEXED = /^CREATE (?:UNIQUE )?INDEX (\w+) ON ([\w.]+)/;

/**
 * Changes of a migration that break nodes of the version before, or stop their writes: what is dropped, renamed,
 * narrowed or rewritten, and indexes on tables that exist. Names of indexes are not used by nodes.
 */
export function breakingChanges(sql: string): readonly string[] {
  const statements = statementsOf(sql);
  const created = new Set(statements.flatMap((each) => [...each.matchAll(CREATED_TABLE)].map(([, table]) => table)));
  return statements.flatMap((statement) => {
    const [, index, table] = INDEXED.exec(statement) ?? [];
    const indexed = table !== undefined && !created.has(table) ? [`CREATE INDEX ${index} ON ${table}`] : [];
    return [...BREAKING.flatMap((pattern) => [...statement.matchAll(pattern)].map(([words]) => words)), ...indexed];
  });
}
