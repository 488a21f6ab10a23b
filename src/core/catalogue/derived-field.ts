import type { Definition } from './definition.js';
import type { Computed, Field, FieldType, Rollup } from './field.js';

/** Allowed result types of a Computed field; the definition check refuses any other. */
const RESULTS: readonly FieldType[] = ['Decimal', 'Int', 'Text', 'Date', 'DateTime', 'Bool'];

/** Precision of derived numbers: PostgreSQL's maximum, so that no derived value overflows. */
const WIDEST = 1_000;

/** Extra fraction digits of an average, compared with the aggregated field. */
const AVERAGE_DIGITS = 4;

/** Reads the members that only a Computed field has. */
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

/**
 * Finds the aggregated field of a relation's children; `undefined` when there is none or the definition is circular.
 */
export type FindAggregated = (relation: string, fieldName: string) => Field | undefined;

/** Reads the members that only a Rollup field has; its type follows from the aggregated field. */
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
  // Count and Sum over no rows are 0, so their value is never null.
  const required = rollup.function === 'Count' || rollup.function === 'Sum';
  return { ...resultOf(rollup, aggregated), precision: WIDEST, required, readOnly: true, rollup };
}

type Result = Pick<Field, 'type' | 'scale' | 'caseInsensitive'>;

function resultOf({ function: aggregate }: Rollup, aggregated: Field | undefined): Result {
  const caseInsensitive = aggregated?.caseInsensitive ?? false;
  if (aggregate === 'Count' || !aggregated) return { type: 'Int', scale: 0, caseInsensitive };
  const scale = aggregated.type === 'Decimal' ? aggregated.scale : 0;
  if (aggregate === 'Avg') return { type: 'Decimal', scale: scale + AVERAGE_DIGITS, caseInsensitive };
  // The automatic number of a child is plain text here: nothing is drawn from a sequence.
  return { type: aggregated.type === 'AutoNumber' ? 'Text' : aggregated.type, scale, caseInsensitive };
}
