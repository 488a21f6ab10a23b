import { Injectable, Logger } from '@nestjs/common';
import type { Entity, HookEvent } from '../../core/catalogue/entity.js';
import { DomainError } from '../../core/errors.js';
import { HookView, type HookCall, type HookedRecord } from './hooked-record.js';
import { ReadImages } from './read-images.repository.js';
import { HOOK_METHODS } from './record-hook.js';
import { RegisteredHooks, type RegisteredHook } from './registered-hooks.js';

/** Runs the hooks of the code around the records of a write, each within its time. */
@Injectable()
export class RunHooks {
  readonly #logger = new Logger(RunHooks.name);

  constructor(
    private readonly registered: RegisteredHooks,
    private readonly images: ReadImages,
  ) {}

  /** Whether an event of this entity has hooks: its write needs a transaction with code in the middle. */
  has(entity: Entity, event: HookEvent): boolean {
    return this.registered.of(entity, event).length > 0;
  }

  /** Whether this kind of write of this entity has any hooks. */
  hasHooksFor(entity: Entity, operation: 'Insert' | 'Update' | 'Delete'): boolean {
    return this.has(entity, `Before${operation}`) || this.has(entity, `After${operation}`);
  }

  /**
   * Runs one event's hooks over its records, one hook after the other; what they refuse is in `call.faults`, what they
   * set is in the records.
   * @throws {DomainError} QueryTimeout when a hook takes too long; whatever a hook throws
   */
  async call(call: HookCall, records: readonly HookedRecord[]): Promise<void> {
    for (const hook of this.registered.of(call.entity, call.event)) {
      await this.#withinTime(hook, async (signal) => {
        for (const record of records) {
          signal.throwIfAborted();
          await hook.hook[HOOK_METHODS[call.event]]!(new HookView(call, record, hook.name, this.images, signal));
        }
      });
    }
  }

  /** A hook that does not end in time is left alone: its transaction is over, and with it whatever it still asks for. */
  async #withinTime({ name, timeoutMs }: RegisteredHook, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        controller.abort();
        this.#logger.warn(`The hook ${name} took longer than ${timeoutMs} ms; its write was undone.`);
        reject(
          new DomainError({ code: 'QueryTimeout', message: `The hook ${name} took too long; nothing was written.` }),
        );
      }, timeoutMs);
    });
    try {
      await Promise.race([work(controller.signal), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
