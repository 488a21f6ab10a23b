import type { TestApp } from '../../support/test-app.js';

/** What every answer has, however it was asked for. */
interface Told {
  readonly status: number;
  readonly text: string;
}

/** Words of SQL, the database, its driver, the runtime and our files, none of which is a caller's business. */
const LEAKS =
  /select |insert into|update "|delete from|pg_\w*|sqlstate|syntax error|at .*\.[jt]s|node_modules|relation "|column "|violates|duplicate key|invalid input|out of range for|typeerror|referenceerror|cannot read propert|econn\w+|\benv_[0-9a-f]+/gi;

/** Leaking words that the caller did not send himself: messages may repeat what they refuse. */
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
 * envelope with the members of RFC 9457 (contract §2).
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

const ALIVE_MS = 200;

/** Expects the service to answer at once: no request before may still keep it busy. */
export async function expectAlive(app: TestApp): Promise<void> {
  const start = performance.now();
  const { status } = await app.send('GET', '/health/live');
  expect(status).toBe(200);
  expect(performance.now() - start).toBeLessThan(ALIVE_MS);
}
