import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { FieldPath } from '#core/criteria/field-path.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { EMPTY, ident, list, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import type { ConditionPlan } from './plan-condition.js';

const ROW = 't';

const columnName = (i: number): Sql => ident(`c${i + 1}`);

/** The values of tokens as a row source. Columns are numbered, since a dotted name may be too long. */
class TokenFromClause extends FromClause {
  readonly #columns: ReadonlyMap<string, Sql>;

  constructor({ reader, entity }: ConditionPlan) {
    super(reader, entity, ROW);
    this.#columns = new Map([...entity.fields.keys()].map((key, i) => [key, sql`${raw(ROW)}.${columnName(i)}`]));
  }

  override column({ field }: FieldPath): Sql {
    return this.#columns.get(field.name.toLowerCase())!;
  }
}

/** A value with the collation of stored texts. */
const valueSql = (slot: Slot): Sql => sql`${slot}${slot.type === 'text' ? raw(' COLLATE "C"') : EMPTY}`;

/** SELECT of `held`: true where the condition holds, false where it does not or is unknown. */
export function compileCondition(plan: ConditionPlan): Sql {
  const condition = criterionSql(plan.criterion, new TokenFromClause(plan));
  if (plan.row.length === 0) return sql`SELECT (${condition}) IS TRUE AS held`;
  const cells = plan.row.map((slot, i) => sql`${valueSql(slot)} AS ${columnName(i)}`);
  return sql`
    SELECT (${condition}) IS TRUE AS held
    FROM (SELECT ${list(cells)}) ${raw(ROW)}`;
}
