import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { serviceRowsSql } from '#records/core/inserts/service-rows.sql.js';
import { CALL, type Args } from '#core/statements/args.js';
import { literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import type { ApprovalProcess } from '#core/catalogue/approval-process.js';

/** Steps of processes, as the requests keep them that begin with them. */
export interface KeptSteps {
  /** Ids of the processes, as `uuid[]`. */
  readonly processIds: Slot;
  /** Their steps as JSON text in the same order, as `text[]`. */
  readonly steps: Slot;
}

/** Puts the steps of processes into `args`. */
export const keptSteps = (processes: readonly ApprovalProcess[], args: Args): KeptSteps => {
  const [ids, steps] = [processes.map(({ id }) => id), processes.map(({ stepsText }) => stepsText)];
  return { processIds: args.add(ids, 'uuid[]'), steps: args.add(steps, 'text[]') };
};

/**
 * CTE `request`: the requests of records `x` that begin a step. They keep the steps that their tasks are made of, even
 * where the process has got others meanwhile. A process that was deleted meanwhile has no row `p`: no request is stored,
 * and the foreign key of the tasks undoes all.
 */
export function requestCte(ctx: Definitions, entity: Entity, { processIds, steps }: KeptSteps): Sql {
  const processes = systemRows(ctx, 'ApprovalProcess');
  const values = {
    Id: raw('x.request'),
    OwnerId: raw('x.owner'),
    OwnerTeamId: raw('x.owner_team'),
    RecordId: raw('x.record'),
    EntityName: sql`${literal(entity.name)}::text`,
    ProcessId: raw('x.process'),
    State: raw("'Pending'"),
    CurrentStep: raw('x.sequence'),
    RequestedBy: raw('x.requester'),
    RequestedOn: sql`${CALL.at}`,
    Steps: raw('w.steps::jsonb'),
  };
  const from = sql`
    x
    JOIN ${processes} p ON p."Id" = x.process
    JOIN unnest(${processIds}, ${steps}) AS w(process, steps) ON w.process = x.process`;
  return serviceRowsSql(ctx, raw('request'), ctx.catalogue.entity('ApprovalRequest'), { values, from });
}
