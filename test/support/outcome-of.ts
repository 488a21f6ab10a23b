import type { Answer, Caller } from './test-app.js';
import { until } from './until.js';

/** Waits for the `Result` of GET /operations/{CorrelationId} that is not `Processing` any more. */
export async function outcomeOf(caller: Caller, { body }: Answer): Promise<Answer['body']> {
  let outcome: Answer['body'];
  await until(`the write ${body.CorrelationId} is done`, async () => {
    const { status, body: found } = await caller.get(`/operations/${body.CorrelationId}`);
    outcome = found.Result;
    return status === 200 && outcome.Status !== 'Processing';
  });
  return outcome;
}
