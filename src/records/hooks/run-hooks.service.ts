import { Injectable } from '@nestjs/common';
import type { Entity, HookEvent } from '#core/catalogue/entity.js';
import { HookView, type HookCall, type HookedRecord } from './hooked-record.js';
import { HttpHooks } from './http-hooks.service.js';
import { ReadImages } from './read-images.repository.js';
import { HOOK_METHODS } from './record-hook.js';
import { RegisteredHooks } from './registered-hooks.js';
import { withinTime } from './within-time.js';

/** Calls the hooks around the records of a write: those over HTTP, then those in code, each within its timeout. */
@Injectable()
export class RunHooks {
  constructor(
    private readonly registered: RegisteredHooks,
    private readonly images: ReadImages,
    private readonly http: HttpHooks,
  ) {}

  /** Tells whether an event of this entity has hooks; its write needs a transaction of several statements then. */
  has(entity: Entity, event: HookEvent): boolean {
    return this.registered.of(entity, event).length > 0 || this.http.of(entity, event).length > 0;
  }

  /** Tells whether this kind of write of this entity has any hooks. */
  hasHooksFor(entity: Entity, operation: 'Insert' | 'Update' | 'Delete'): boolean {
    return this.has(entity, `Before${operation}`) || this.has(entity, `After${operation}`);
  }

  /**
   * Calls one event's hooks for its records, one hook after the other. Refusals go to `call.faults`, set values to the
   * records.
   * @throws {DomainError} QueryTimeout when a hook takes too long; whatever a hook throws
   */
  async call(call: HookCall, records: readonly HookedRecord[]): Promise<void> {
    this.http.apply(call, records);
    for (const hook of this.registered.of(call.entity, call.event)) {
      await withinTime(hook, async (signal) => {
        for (const record of records) {
          signal.throwIfAborted();
          await hook.hook[HOOK_METHODS[call.event]]!(new HookView(call, record, hook.name, this.images, signal));
        }
      });
    }
  }
}
