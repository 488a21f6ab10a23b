import type { TestApp } from '../../support/test-app.js';

/** Members of every answer. */
interface Told {
  readonly status: number;
  readonly text: string;
}

/** Words of SQL, the database, its driver, the runtime and our files, none of which is a caller's business. */
const LEAKS =
  /select |insert into|update "|delete from|pg_\w*|sqlstate|syntax error|at .*\.[jt]s|node_modules|relation "|column "|violates|duplicate key|invalid input|out of range for|typeerror|referenceerror|cannot read propert|econn\w+|\benv_[0-9a-f]+/gi;

/** Leaking words that the request did not contain: messages may repeat what they refuse. */
const leaksIn = ({ text }: Told, sent: string): readonly string[] =>
  (text.match(LEAKS) ?? []).filter((word) => !sent.toLowerCase().includes(word.toLowerCase()));

const PROBLEM = {
  RequestId: expect.any(String),
  IsSuccess: false,
  Result: null,
  RecordAffected: 0,
  RecordAffectted: 0,
  TotalRecords: 0,
  TotalExecutionTime: expect.any(Number),
  Log: expect.any(Array),
  IsFromCache: false,
  type: expect.any(String),
  title: expect.any(String),
  detail: expect.any(String),
  traceId: expect.any(String),
};

/**
 * Expects an answer that tells no more than it should: never a failure of the service, and every refusal in the
 * envelope with the members of RFC 9457 (docs/interface/conventions.md#errors).
 * @param sent the whole request as text.
 */
export function expectDecent(answer: Told, sent: string): void {
  const { status, text } = answer;
  const asked = sent.slice(0, 2_000);
  expect({ asked, status, text, leaks: leaksIn(answer, sent) }).toEqual({ asked, status, text, leaks: [] });
  expect({ asked, text, isDecent: status >= 200 && status < 500 }).toEqual({ asked, text, isDecent: true });
  if (status < 400 || text === '') return;
  const body = JSON.parse(text) as { Errors: string[]; ErrorDetails: unknown[] };
  expect(body).toMatchObject({ ...PROBLEM, StatusCode: String(status), status });
  expect(body.Errors.length).toBeGreaterThan(0);
  expect(body.Errors.every((error) => typeof error === 'string' && error !== '')).toBe(true);
  expect(body.ErrorDetails[0]).toMatchObject({ Code: expect.any(String), Message: expect.any(String) });
}

/** Expects a refusal. @param sent the whole request as text. */
export function expectRefused({ status, text }: Told, sent: string): void {
  const asked = sent.slice(0, 300);
  expect({ asked, text, isRefused: status >= 400 }).toEqual({ asked, text, isRefused: true });
}

/** Expects that nothing was written. @param mark the change log's position before */
export async function expectUnwritten(app: TestApp, mark: string): Promise<void> {
  expect(await app.mark()).toBe(mark);
}

/** Processor time that one request may take, with the garbage collection of a large test process; alone it takes a tenth. */
const LONGEST_MS = 5_000;

/**
 * Makes a call and expects that it did not cost too much. The service runs in the test's own process; its time on the
 * processor does not depend on who else uses the machine.
 */
export async function expectCheap<T>(call: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const answer = await call();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(LONGEST_MS);
  return answer;
}

const ALIVE_MS = 200;
/** On a busy machine others may take their turn first. */
const TRIES = 5;

async function msToLive(app: TestApp): Promise<number> {
  const start = performance.now();
  const { status } = await app.send('GET', '/health/live');
  expect(status).toBe(200);
  return performance.now() - start;
}

/** Expects the service to answer at once. */
export async function expectAlive(app: TestApp): Promise<void> {
  let tookMs = await msToLive(app);
  for (let tries = 1; tookMs >= ALIVE_MS && tries < TRIES; tries++) tookMs = await msToLive(app);
  expect(tookMs).toBeLessThan(ALIVE_MS);
}
