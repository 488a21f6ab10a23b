import { Logger } from '@nestjs/common';
import { DomainError } from '#core/errors.js';
import { watchCode } from '#platform/observability/blocking-code.js';
import type { RegisteredHook } from './registered-hooks.js';

const logger = new Logger('RunHooks');

/**
 * Runs the work of a hook. A hook that exceeds its timeout is abandoned: its transaction has ended, so its later statements
 * fail.
 * @throws {DomainError} QueryTimeout; whatever the hook throws
 */
export async function withinTime(
  { name, timeoutMs }: RegisteredHook,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const ended = watchCode(name);
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      logger.warn(`The hook ${name} took longer than ${timeoutMs} ms; its write was undone.`);
      reject(
        new DomainError({ code: 'QueryTimeout', message: `The hook ${name} took too long; nothing was written.` }),
      );
    }, timeoutMs);
  });
  try {
    await Promise.race([work(controller.signal), late]);
  } finally {
    ended();
    clearTimeout(timer);
  }
}
