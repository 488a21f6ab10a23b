import { setTimeout as sleep } from 'node:timers/promises';
import type { Query } from '#platform/database/platform-database.js';
import { awaitWriters, changeState, type LocatedEnvironment, MoveHeldUp } from './freeze.js';

const LOOK_MS = 50;
/** A step of a run may last longer: it would be repeated, so the move gives up. */
const MOST_MS = 120_000;
/** Time for nodes to give accepted writes back, and to store the answers of writes that they have committed. */
const ANSWERS_MS = 1_000;

const LEASES = `
  SELECT (
    SELECT count(*)
    FROM platform.run r
    WHERE r.environment_id = $1 AND r.node IS NOT NULL AND r.due_at > now() AND r.due_at <> 'infinity'
  ) + (
    SELECT count(*)
    FROM platform.schedule s
    WHERE s.environment_id = $1 AND s.lease_until > now()
  ) AS count`;

/** Writes that a node still has, and answers of the last seconds that are still to be stored. */
const ANSWERS = `
  SELECT (
    SELECT count(*)
    FROM platform.command c
    WHERE c.environment_id = $1 AND c.finished_on IS NULL AND NOT c.is_released AND c.lease_until > now()
      AND c.lease_until <> 'infinity'
  ) + (
    SELECT count(*)
    FROM platform.operation o
    JOIN platform.idempotency i ON i.operation_id = o.id
    WHERE o.environment_id = $1 AND o.completed_on > now() - interval '10 s' AND o.status = 'Completed'
      AND o.log IS NULL
  ) AS count`;

async function untilNone(query: Query, statement: string, id: string, mostMs: number): Promise<number> {
  const untilMs = performance.now() + mostMs;
  for (;;) {
    const [{ count }] = await query<{ count: string }>(statement, [id]);
    if (Number(count) === 0 || performance.now() > untilMs) return Number(count);
    await sleep(LOOK_MS);
  }
}

/**
 * Lets workers hand over the runs of an environment and take no others. Its calls are answered meanwhile.
 * @throws {MoveHeldUp} where a step lasts too long
 */
export async function drain(query: Query, environment: LocatedEnvironment, mostMs = MOST_MS): Promise<void> {
  await changeState(query, environment, ['Active', 'Draining'], 'Draining');
  await awaitWriters(query, environment);
  const left = await untilNone(query, LEASES, environment.id, mostMs);
  if (left > 0) throw new MoveHeldUp(`${left} runs or schedules are in a step that does not end.`);
}

/** Waits for the answers that nodes store after their writes. A node that is suspended stores none: nobody waits for it. */
export const awaitAnswers = async (query: Query, { id }: LocatedEnvironment): Promise<void> =>
  void (await untilNone(query, ANSWERS, id, ANSWERS_MS));
