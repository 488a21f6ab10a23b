/** A program: sends the loads that its parent asks for, one after the other, and answers with what came of each. */
import { Caller } from './caller.js';
import type { Load, LoadResult } from './load.js';
import { NumberedRequest } from './numbered-request.js';

/** What the connections of one load share. */
class Tally {
  readonly latenciesMs: number[] = [];
  failures = 0;
  firstFailure: string | undefined;
}

async function keepCalling(caller: Caller, request: NumberedRequest, endsAt: number, tally: Tally): Promise<void> {
  for (let sentAt = performance.now(); sentAt < endsAt;) {
    const answer = await caller.call(request.next());
    const now = performance.now();
    tally.latenciesMs.push(now - sentAt);
    sentAt = now;
    if (answer.status === '200') continue;
    tally.failures++;
    tally.firstFailure ??= `${answer.status} ${answer.text()}`;
  }
}

async function run({ port, connections, durationMs, request }: Load): Promise<LoadResult> {
  const callers = await Promise.all(Array.from({ length: connections }, () => Caller.open(port)));
  const tally = new Tally();
  const startedAt = performance.now();
  await Promise.all(
    callers.map((caller) => keepCalling(caller, new NumberedRequest(request), startedAt + durationMs, tally)),
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
