import pg from 'pg';
import type { Masked, PathStep } from './masked-fields.js';

const { escapeIdentifier: quoted, escapeLiteral: literal } = pg;

/** Fields of every record lead to users and teams. */
const OWNERS: readonly PathStep[] = [
  ...['OwnerId', 'CreatedBy', 'UpdatedBy'].map((step) => ({ step, entity: 'User' })),
  { step: 'OwnerTeamId', entity: 'Team' },
];

/** Condition of jsonpath on a kind of operand: a parameter, a field or a global. */
const NO_CONSTANT = '@ >= 2 || @ like_regex "^ *(2|3|4|parameter|field|global) *$" flag "i"';

/** Regular expressions of the masked fields of an entity, as queries name them. */
interface FieldPaths {
  readonly entity: string;
  /** In queries of the entity. */
  readonly own: string;
  /** In queries of any entity. */
  readonly led: string;
}

/** Paths to masked fields that saved queries and views may name. */
export interface SavedFilters {
  /** Of the environment. */
  readonly schema: string;
  readonly paths: readonly FieldPaths[];
}

/** @param hidden masked columns by table @param steps names that lead to entities */
export const pathsTo = (
  hidden: ReadonlyMap<string, ReadonlySet<string>>,
  steps: readonly PathStep[],
): readonly FieldPaths[] =>
  [...hidden].map(([entity, columns]) => {
    const leading = [...steps, ...OWNERS].filter((each) => each.entity === entity).map(({ step }) => step);
    const fields = `(${[...columns].join('|')})$`;
    return { entity, own: `^${fields}`, led: `(^|[.])(${leading.join('|')})[.]${fields}` };
  });

function names(json: string, pattern: string): string {
  const path = `$.** ? (@.FieldName like_regex "${pattern}" flag "i" && !exists(@.ValueType ? (${NO_CONSTANT})))`;
  return `jsonb_path_exists(${json}, ${literal(path)})`;
}

/** SQL of filters that callers save, by field: null where one compares a masked field with a constant. */
export function savedFilters({ schema, paths }: SavedFilters): Readonly<Record<string, (masked: Masked) => string>> {
  const unless =
    (json: string, entity: string) =>
    ({ column }: Masked): string => {
      const found = paths.flatMap(({ entity: name, own, led }) => [
        names(json, led),
        `(${entity} = ${literal(name)} AND ${names(json, own)})`,
      ]);
      return `CASE WHEN (${found.join(' OR ')}) IS NOT TRUE THEN t.${quoted(column.name)} END`;
    };
  const ofView = `(SELECT q."EntityName" FROM ${quoted(schema)}."SavedQuery" q WHERE q."Id" = t."SavedQueryId")`;
  return {
    'SavedQuery.WhereClause': unless('t."WhereClause"', 't."EntityName"'),
    // Compares results of aggregates under names of their own.
    'SavedQuery.Having': unless('t."Aggregates"', 't."EntityName"'),
    'SavedView.WhereClause': unless('t."WhereClause"', ofView),
  };
}
