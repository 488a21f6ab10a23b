import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { JointCall } from '../scheduling/joint-call.js';

/** Probe of one part: resolves when the part can serve requests, rejects when it cannot. */
type Probe = () => Promise<unknown>;

/** Time limit of a probe, so that the health routes answer within a second. */
const PROBE_TIMEOUT_MS = 900;

/** Readiness of this process, by the probes that its parts register. */
@Injectable()
export class Readiness {
  readonly #probes = new Map<string, Probe>();
  readonly #shared = new JointCall(() => this.#find());

  /** Adds a probe. @param name shown when the probe fails, so it must not contain secrets */
  register(name: string, probe: Probe): void {
    this.#probes.set(name, probe);
  }

  /** Names of the parts that are not ready. Those who ask at the same time share the probes. */
  missing(): Promise<readonly string[]> {
    return this.#shared.ask();
  }

  async #find(): Promise<readonly string[]> {
    const names = [...this.#probes.keys()];
    const ready = await Promise.all([...this.#probes.values()].map(passes));
    return names.filter((_, i) => !ready[i]);
  }
}

async function passes(probe: Probe): Promise<boolean> {
  const probing = probe().then(
    () => true,
    () => false,
  );
  return Promise.race([probing, delay(PROBE_TIMEOUT_MS, false, { ref: false })]);
}
