import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../core/errors.js';
import { RecordHooks, type HookCall } from '../modules/records/index.js';

const DELAY = /^(SLOW|SLOWFAIL):(\d{1,6})$/;

/**
 * The test hook of the demo's `Note`: a Subject `SLOW:<ms>` sleeps that long inside the write's transaction,
 * `SLOWFAIL:<ms>` sleeps and then refuses. Lets clients see what a slow write is like.
 */
@Injectable()
export class TestDelay {
  constructor(hooks: RecordHooks) {
    hooks.register('TestDelay', (call) => this.#delay(call));
  }

  async #delay({ values }: HookCall): Promise<void> {
    const [, kind, ms] = DELAY.exec(String(values.get('Subject') ?? '')) ?? [];
    if (!kind) return;
    await sleep(Number(ms));
    if (kind === 'SLOWFAIL')
      throw new DomainError({ code: 'HookRejected', message: 'Rejected after wait.', fieldName: 'Subject' });
  }
}
