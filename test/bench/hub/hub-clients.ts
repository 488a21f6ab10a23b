import { forkProgram, reply, stop } from '../rig/processes.js';
import type { ClientGroup, Heard, HearingRequest } from './hearing.js';

/** Time after which a message that has not arrived is lost. */
const ARRIVAL_MS = 10_000;

/** Clients of a hub in a process of their own. */
export class HubClients {
  readonly #process = forkProgram('../hub/hear-messages.ts');

  /** @returns how many are connected */
  connect(port: number, path: string, groups: readonly ClientGroup[]): Promise<number> {
    return this.#ask({ kind: 'connect', port, path, groups });
  }

  /** Forgets what was heard so far. */
  async begin(): Promise<void> {
    await this.#ask({ kind: 'begin' });
  }

  /** Waits for this number of messages. @throws {Error} when another number arrives, or connections were lost */
  async heard(messages: number): Promise<Heard> {
    const heard = await this.#ask<Heard>({ kind: 'tell', messages, withinMs: ARRIVAL_MS });
    if (heard.messages === messages && heard.lost === 0) return heard;
    throw new Error(`${heard.messages} of ${messages} messages arrived; ${heard.lost} connections were lost.`);
  }

  async leave(): Promise<void> {
    await this.#ask({ kind: 'leave' });
  }

  async stop(): Promise<void> {
    await stop(this.#process);
  }

  #ask<T>(request: HearingRequest): Promise<T> {
    this.#process.send(request);
    return reply<T>(this.#process);
  }
}
