import { customer } from '../../../support/demo.js';
import type { Caller } from '../../../support/test-app.js';

/** Inserts a customer as a careful client does: with one key, again until there is an answer. @returns its Id */
export async function insertSurely(caller: Caller, key: string): Promise<string> {
  const fields = customer();
  for (;;) {
    const answer = await caller.insert('Customer', fields, { 'Idempotency-Key': key }).catch(() => undefined);
    if (answer?.status === 200) return answer.body.Result.Id as string;
  }
}
