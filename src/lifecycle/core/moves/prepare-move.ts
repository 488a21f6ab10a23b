import type { RequestContext } from '#core/context/context.js';
import { Drafter } from '#records/core/drafts/draft-records.js';
import { UpdateDrafter } from '#records/core/drafts/draft-update.js';
import type { PreparedUpdate } from '#records/core/drafts/update-draft.js';
import { Faults, type Fault } from '#core/errors.js';
import { checkValue } from '#core/fields/field-rules.js';
import { historyEntity } from '#records/core/inserts/first-status.sql.js';
import { transitionsTo } from './candidates.js';
import type { Move } from './move-plan.js';
import type { Assignment } from '#core/requests/assignments.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Lifecycle } from '#core/catalogue/lifecycle.js';

/** An entity whose records have statuses. */
export interface StatusEntity {
  readonly entity: Entity;
  readonly lifecycle: Lifecycle;
}

/** Request of a move. */
interface AskedMove {
  readonly statusId: string;
  readonly comment: string | null;
  readonly assignments?: readonly Assignment[];
  readonly log?: string[];
}

/** A move that is read, with the faults known so far. */
export interface PreparedMove {
  readonly move: Move;
  readonly prepared: PreparedUpdate;
  readonly faults: readonly Fault[];
}

/** Drafts the fields of a move, and finds the transitions that its caller may take. @param newId makes ids */
export function prepareMove(
  ctx: RequestContext,
  { entity, lifecycle }: StatusEntity,
  asked: AskedMove,
  newId: () => string,
): PreparedMove {
  const { statusId, comment, assignments = [], log } = asked;
  const drafter = new Drafter(ctx, newId, log);
  const prepared = new UpdateDrafter(ctx, entity, drafter).read(assignments);
  const faults = [...drafter.faults.list, ...nestedFaults(prepared), ...commentFaults(ctx, comment)];
  const candidates = transitionsTo(ctx, lifecycle, statusId);
  return { move: { entity, lifecycle, statusId, candidates, comment, draft: prepared.draft }, prepared, faults };
}

/** A move sets fields of its own record: it writes no others. */
function nestedFaults({ draft, nested }: PreparedUpdate): readonly Fault[] {
  const faults = new Faults();
  const message =
    'Fields of a move set values of the record itself; other records are written with their own requests.';
  const paths = [
    ...[...draft.children, ...draft.inlineUpdates, ...nested.inlineUpdates].map(({ path }) => path),
    ...nested.groups.flatMap(({ rows }) => rows.map(({ path }) => path)),
  ];
  for (const path of new Set(paths)) faults.add('Validation', message, { path });
  return faults.list;
}

function commentFaults(ctx: RequestContext, comment: string | null): readonly Fault[] {
  if (comment === null) return [];
  return checkValue(historyEntity(ctx).fields.get('comment')!, comment, 'Comment').faults;
}
