import type { Answer, TestApp } from './test-app.js';

/** An element of `ErrorDetails`. */
export interface Detail {
  readonly Code: string;
  readonly Message: string;
  readonly FieldName?: string;
  readonly Path?: string;
  readonly RecordId?: string;
  readonly Params?: Readonly<Record<string, unknown>>;
}

/**
 * Makes a call that must be refused with a status and code, and must leave neither change nor outcome.
 * @returns the answer's `ErrorDetails`.
 */
export async function refused(
  app: TestApp,
  call: () => Promise<Answer>,
  status: number,
  code: string,
): Promise<readonly Detail[]> {
  const before = await logged(app);
  const answer = await call();
  expect({ status: answer.status, code: answer.body?.ErrorDetails?.[0]?.Code, text: answer.text }).toEqual({
    status,
    code,
    text: answer.text,
  });
  expect(await logged(app)).toEqual(before);
  return answer.body.ErrorDetails as Detail[];
}

/** Makes a call that must be refused because approvals lock the records with these Ids, in this order. */
export async function refusedAsLocked(
  app: TestApp,
  ids: readonly unknown[],
  call: () => Promise<Answer>,
): Promise<void> {
  const details = await refused(app, call, 423, 'ApprovalLocked');
  expect(details.map(({ RecordId }) => RecordId)).toEqual(ids);
}

/** Numbers of changes and outcomes; refused writes add to neither. */
async function logged(app: TestApp): Promise<unknown> {
  const [counts] = await app.query(
    'SELECT (SELECT count(*) FROM platform.change) AS changes, (SELECT count(*) FROM platform.operation) AS operations',
  );
  return counts;
}
