import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { JointCall } from '#platform/process/scheduling/joint-call.js';

/** Probe of one part: resolves when the part can serve requests, rejects when it cannot, with a `NotReady` to say why. */
type Probe = () => Promise<unknown>;

/** Reason why a part cannot serve all requests. It is shown, so it must not contain secrets. */
export class NotReady extends Error {}

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

  /** Parts that are not ready, by their names or the reasons that they give. Those who ask at the same time share the probes. */
  missing(): Promise<readonly string[]> {
    return this.#shared.ask();
  }

  async #find(): Promise<readonly string[]> {
    const found = await Promise.all([...this.#probes].map(([name, probe]) => missingOf(name, probe)));
    return found.filter((part) => part !== undefined);
  }
}

async function missingOf(name: string, probe: Probe): Promise<string | undefined> {
  const probing = probe().then(
    () => undefined,
    (error: unknown) => (error instanceof NotReady ? error.message : name),
  );
  return Promise.race([probing, delay(PROBE_TIMEOUT_MS, name, { ref: false })]);
}
