import { setTimeout as sleep } from 'node:timers/promises';
import { RecordHook, type BeforeInsert, type BeforeUpdate } from '#records/index.js';

const DELAY = /^(SLOW|SLOWFAIL):(\d{1,6})(?=\s|$)/;
/** Longest delay, just below the database's timeout for idle transactions. */
const MAX_DELAY_MS = 14_500;

/**
 * Test hook of the demo's `Note`. A Subject `SLOW:<ms>` sleeps for that time inside the write's transaction;
 * `SLOWFAIL:<ms>` sleeps and then refuses the write. Text may follow after a space. Clients can test slow writes with
 * it.
 */
@RecordHook('TestDelay', { timeoutMs: MAX_DELAY_MS })
export class TestDelay implements RecordHook {
  beforeInsert(write: BeforeInsert): Promise<void> {
    return delay(write);
  }

  beforeUpdate(write: BeforeUpdate): Promise<void> {
    return delay(write);
  }
}

async function delay(write: BeforeInsert): Promise<void> {
  const [, kind, ms] = (write.assigned.has('Subject') && DELAY.exec(String(write.record.Subject))) || [];
  if (!kind) return;
  await sleep(Number(ms), undefined, { signal: write.signal });
  if (kind === 'SLOWFAIL') write.refuse({ message: 'Rejected after wait.', fieldName: 'Subject' });
}
