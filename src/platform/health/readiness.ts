import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when its part can serve requests, rejects when it cannot. */
type Probe = () => Promise<unknown>;

/** Health answers within a second, however long a probe hangs. */
const PROBE_TIMEOUT_MS = 900;

/** What must work before this process is sent requests; each part registers its own probe. */
@Injectable()
export class Readiness {
  readonly #probes = new Map<string, Probe>();

  /** @param name shown when the probe fails, so it must tell no secret. */
  register(name: string, probe: Probe): void {
    this.#probes.set(name, probe);
  }

  /** The names of the parts that are not ready. */
  async missing(): Promise<readonly string[]> {
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
