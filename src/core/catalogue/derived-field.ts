import type { Definition } from './definition.js';
import type { Computed, Field, FieldType, Rollup } from './field.js';

/** The definition's types that give a Computed field its values; any other is refused by the definition check. */
const RESULTS: readonly FieldType[] = ['Decimal', 'Int', 'Text', 'Date', 'DateTime', 'Bool'];

/** As wide as a column can be: nobody enters these values, and none is too large for what it follows from. */
const WIDEST = 1_000;

/** Fraction digits that an average has beyond those of what it averages (our reading). */
const AVERAGE_DIGITS = 4;

/** What a Computed field is besides its plain members. */
export function computedMembers(definition: Definition): Partial<Field> & { readonly type: FieldType } {
  const resultType = definition.text('ResultType') ?? '';
  const computed: Computed = { expression: definition.text('Expression') ?? '', resultType };
  return {
    type: RESULTS.find((type) => type === resultType) ?? 'Text',
    precision: WIDEST,
    required: false,
    readOnly: true,
    computed,
  };
}

/** The aggregated field of a relation's children; `undefined` when there is none, or a circle leads to it. */
export type FindAggregated = (relation: string, fieldName: string) => Field | undefined;

/** What a Rollup field is besides its plain members: of the type of what it aggregates. */
export function rollupMembers(
  definition: Definition,
  find: FindAggregated,
): Partial<Field> & { readonly type: FieldType } {
  const [relation, aggregateField] = [definition.text('Relation') ?? '', definition.text('AggregateField')];
  const rollup: Rollup = {
    relation,
    function: definition.text('Function') as Rollup['function'],
    aggregateField,
    where: definition.value('WhereClause'),
  };
  const aggregated = aggregateField === undefined ? undefined : find(relation, aggregateField);
  // Count and Sum of none are 0: their value is never null.
  const required = rollup.function === 'Count' || rollup.function === 'Sum';
  return { ...resultOf(rollup, aggregated), precision: WIDEST, required, readOnly: true, rollup };
}

type Result = Pick<Field, 'type' | 'scale' | 'caseInsensitive'>;

function resultOf({ function: aggregate }: Rollup, aggregated: Field | undefined): Result {
  const caseInsensitive = aggregated?.caseInsensitive ?? false;
  if (aggregate === 'Count' || !aggregated) return { type: 'Int', scale: 0, caseInsensitive };
  const scale = aggregated.type === 'Decimal' ? aggregated.scale : 0;
  if (aggregate === 'Avg') return { type: 'Decimal', scale: scale + AVERAGE_DIGITS, caseInsensitive };
  // The number of another record is a text here, not a number that is drawn.
  return { type: aggregated.type === 'AutoNumber' ? 'Text' : aggregated.type, scale, caseInsensitive };
}
