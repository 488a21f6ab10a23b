import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Caller } from './test-app.js';

const TRIES = 400;

/** `Result` of GET /operations/{CorrelationId} once it is not `Processing` any more. */
export async function outcomeOf(caller: Caller, { body }: Answer): Promise<Answer['body']> {
  for (let i = 0; i < TRIES; i++) {
    const { status, body: found } = await caller.get(`/operations/${body.CorrelationId}`);
    if (status === 200 && found.Result.Status !== 'Processing') return found.Result;
    await sleep(50);
  }
  throw new Error(`The write ${body.CorrelationId} was not done in time.`);
}
