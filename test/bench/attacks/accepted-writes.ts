import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from './scenario.js';
import { type Answered, type Stage } from './stage.js';

const WRITES = 1_000;
const ASYNC = { Prefer: 'respond-async' };
const POLL_MS = 20;

const note = (Subject: string): object => ({ EntityName: 'Note', Fields: [{ FieldName: 'Subject', Value: Subject }] });

/** An accepted write; its time is the time until it is done. */
const acceptedWrite =
  (user: string) =>
  async (stage: Stage): Promise<Answered> => {
    const startedAt = performance.now();
    const accepted = await stage.send(user, 'POST', '/records/insert', note('quick'), ASYNC);
    if (accepted.status !== 202) return accepted;
    let answer = accepted;
    do {
      await sleep(POLL_MS);
      answer = await stage.send(user, 'GET', `/operations/${accepted.body.CorrelationId}`);
    } while (answer.status === 200 && answer.body.Result?.Status === 'Processing');
    return { ...answer, ms: performance.now() - startedAt };
  };

/** A thousand slow writes of one user, all accepted at once; those that are refused are not sent again. */
export const acceptedWrites: Scenario = {
  name: `${WRITES} accepted slow writes of one user`,
  async attack(stage) {
    const writes = Array.from({ length: WRITES }, () =>
      stage.send('nina.north', 'POST', '/records/insert', note('SLOW:1500'), ASYNC).catch(() => undefined),
    );
    await Promise.all(writes);
    return async () => undefined;
  },
  victims: {
    'accepted write in the tenant': { work: acceptedWrite('mona.manager'), bound: { maxMs: 1_000 } },
    'accepted write in another': { work: acceptedWrite('bob.bay'), bound: { maxMs: 1_000 } },
  },
  pauseMs: 200,
  async tidy({ database }) {
    await database.query(`DELETE FROM platform.command`);
  },
};
