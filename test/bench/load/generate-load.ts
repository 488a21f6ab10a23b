/** A program: sends the loads that its parent asks for, one after the other, and answers with what came of each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from './caller.js';
import type { Load, LoadResult } from './load.js';
import { NumberedRequest } from './numbered-request.js';

/** Measurements that the connections of one load share. */
class Tally {
  readonly latenciesMs: number[] = [];
  failures = 0;
  firstFailure: string | undefined;
}

async function keepCalling(
  caller: Caller,
  { request, pauseMs = 0 }: Load,
  endsAt: number,
  tally: Tally,
): Promise<void> {
  const numbered = new NumberedRequest(request);
  for (let sentAt = performance.now(); sentAt < endsAt; sentAt = performance.now()) {
    const answer = await caller.call(numbered.next());
    tally.latenciesMs.push(performance.now() - sentAt);
    if (pauseMs > 0) await sleep(pauseMs);
    if (answer.status === '200') continue;
    tally.failures++;
    tally.firstFailure ??= `${answer.status} ${answer.text()}`;
  }
}

async function run(load: Load): Promise<LoadResult> {
  const { port, connections, durationMs, request, callers: users = [request.headers] } = load;
  const callers = await Promise.all(Array.from({ length: connections }, () => Caller.open(port)));
  const tally = new Tally();
  const startedAt = performance.now();
  await Promise.all(
    callers.map((caller, i) => {
      const ofUser = { ...load, request: { ...request, headers: users[i % users.length] } };
      return keepCalling(caller, ofUser, startedAt + durationMs, tally);
    }),
  );
  const tookMs = performance.now() - startedAt;
  for (const caller of callers) caller.close();
  const sorted = Float64Array.from(tally.latenciesMs).toSorted();
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const { failures, firstFailure } = tally;
  return { requests: sorted.length, durationMs: tookMs, failures, firstFailure, p50Ms: at(0.5), p99Ms: at(0.99) };
}

process.on('disconnect', () => process.exit());
process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send!(result),
    (error: unknown) => {
      process.stderr.write(`The load broke off. ${String(error)}\n`);
      process.exit(1);
    },
  );
});
