import type { Entity } from '#core/catalogue/entity.js';
import { definedCriterion } from '#core/checks/defined-criterion.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { targetSql } from '#core/relations/relation.js';
import { JsonText, writeMembers, type JsonValue } from '#core/json/json.js';
import { Args } from '#core/statements/args.js';
import { EMPTY, list, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { conditionsOf, type Evaluated } from './fires.js';
import type { Trigger } from '#core/catalogue/trigger.js';

/** A change with the triggers that it may fire. */
export interface ChangeToEvaluate {
  /** Indexes of triggers. */
  readonly triggers: readonly number[];
  readonly before?: JsonText;
  readonly after?: JsonText;
}

/** Conditions of a trigger, resolved for one call. */
interface EvaluatedTrigger {
  readonly where?: Criterion;
  readonly fields: readonly { readonly from?: Criterion; readonly to?: Criterion }[];
}

/** An evaluation of changes of one entity by the conditions of its triggers. */
export interface TriggerConditionsPlan {
  readonly entity: Entity;
  readonly args: Args;
  /** The changes as a JSON array. */
  readonly changes: Slot;
  readonly triggers: readonly EvaluatedTrigger[];
}

/** Plans an evaluation with system rights inside the environment. */
export function planTriggerConditions(
  ctx: RequestContext,
  entity: Entity,
  triggers: readonly Trigger[],
  changes: readonly ChangeToEvaluate[],
): TriggerConditionsPlan {
  const args = new Args(ctx);
  const hasFrom = triggers.some((trigger) => conditionsOf(trigger, entity).fields.some(({ from }) => from));
  const slot = args.add(`[${changes.map((change, n) => rowOf(change, n, hasFrom)).join(',')}]`, 'json');
  const criterion = (json: JsonValue): Criterion => definedCriterion(ctx, entity, json, args).criterion;
  const evaluated = triggers.map((trigger): EvaluatedTrigger => {
    const { where, fields } = conditionsOf(trigger, entity);
    return {
      ...(where !== undefined && { where: criterion(where) }),
      fields: fields.map(({ from, to }) => ({
        ...(from && { from: criterion(from) }),
        ...(to && { to: criterion(to) }),
      })),
    };
  });
  return { entity, args, changes: slot, triggers: evaluated };
}

const NO_RECORD = new JsonText('{}');

/** The record that conditions look at is the one after the change, or the deleted one. */
const rowOf = ({ triggers, before, after }: ChangeToEvaluate, n: number, hasFrom: boolean): string =>
  writeMembers({
    n: String(n),
    t: triggers.map(String),
    x: after ?? before ?? NO_RECORD,
    o: hasFrom ? (before ?? NO_RECORD) : undefined,
  });

const holds = (criterion: Criterion | undefined, from: FromClause): Sql =>
  criterion ? sql`(${criterionSql(criterion, from)}) IS TRUE` : raw('true');

/**
 * Evaluates changes by the conditions of triggers. Answers a row `n, held` for each change: by trigger the results of
 * `triggerResultsOf` as the text of an array, null for triggers that it cannot fire. The records before are read only for conditions
 * on them.
 *
 * CTEs: `r`: the changes; `x`: their records after the change, as rows of the entity; `o`: those before.
 */
export function compileTriggerConditions(ctx: Definitions, { entity, changes, triggers }: TriggerConditionsPlan): Sql {
  const reader = { ctx, rights: 'system' } as const;
  const [after, before] = [new FromClause(reader, entity, 'x'), new FromClause(reader, entity, 'o')];
  // Conditions on the record before compare its own fields only.
  const results = triggers.map(({ where, fields }, i) => {
    const ofFields = fields.map(({ from, to }) => sql`${holds(from, before)} AND ${holds(to, after)}`);
    const held = list([holds(where, after), ...ofFields]);
    return sql`CASE WHEN ${raw(String(i))} = ANY(x.t) THEN ARRAY[${held}]::boolean[]::text END`;
  });
  const images = (column: string): Sql => sql`
    SELECT r.n, r.t, p.*
    FROM r
    CROSS JOIN LATERAL json_populate_record(NULL::${targetSql(ctx, entity)}, r.${raw(column)}) p`;
  const hasFrom = triggers.some(({ fields }) => fields.some(({ from }) => from));
  const ctes = [
    sql`r AS MATERIALIZED (SELECT * FROM json_to_recordset(${changes}) AS r(n int, t int[], x json, o json))`,
    sql`x AS MATERIALIZED (${images('x')})`,
    ...(hasFrom ? [sql`o AS MATERIALIZED (${images('o')})`] : []),
  ];
  return sql`
    WITH ${list(ctes)}
    SELECT x.n, array_to_json(ARRAY[${list(results)}]::text[])::text AS held
    FROM x${hasFrom ? raw(' JOIN o ON o.n = x.n') : EMPTY}${after.joins()}`;
}

/** Answer of `compileTriggerConditions`. */
export interface TriggerConditionsRow {
  readonly n: number;
  readonly held: string;
}

/** Reads the results of the triggers for one change. */
export function triggerResultsOf({ held }: TriggerConditionsRow): readonly (Evaluated | null)[] {
  return (JSON.parse(held) as readonly (string | null)[]).map((text) => {
    if (text === null) return null;
    const [where, ...fields] = [...text.matchAll(/[tf]/g)].map(([result]) => result === 't');
    return { where, fields };
  });
}
