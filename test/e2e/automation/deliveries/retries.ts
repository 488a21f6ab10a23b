import { type RunApp } from '../../../support/run-fixture.js';
import type { Row } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** A run that waits for its next try. */
interface Wait {
  readonly ms: number;
  /** Tries so far. */
  readonly tries: number;
}

/** Follows runs whose steps are tried again. */
export class Retries {
  constructor(private readonly app: RunApp) {}

  /** Waits until a try of the run has failed. @returns its wait for the next one */
  async awaited(runId: string, tries = 1): Promise<Wait> {
    let wait: Wait | undefined;
    await until(`run ${runId} waits for its next try`, async () => {
      wait = await this.#wait(runId);
      return wait !== undefined && wait.tries >= tries;
    });
    return wait!;
  }

  /** Lets the next try of a run begin now. */
  async hasten(runId: string): Promise<void> {
    await this.app.app.query('UPDATE platform.run SET due_at = now() WHERE id = $1 AND node IS NULL', [runId]);
  }

  /** Hastens the tries of a run until it has ended. @returns the waits that were seen */
  async ended(runId: string): Promise<readonly Wait[]> {
    const seen: Wait[] = [];
    await until(`run ${runId} has ended`, async () => {
      const wait = await this.#wait(runId);
      if (wait && wait.tries > (seen.at(-1)?.tries ?? 0)) seen.push(wait);
      if (wait) await this.hasten(runId);
      return (await this.app.run(runId)).State !== 'Running';
    });
    return seen;
  }

  /** The only step of a run. */
  async step(runId: string): Promise<Row> {
    const [step] = (await this.app.steps(runId)) as readonly Row[];
    return step;
  }

  /** @returns undefined while the run does not wait */
  async #wait(runId: string): Promise<Wait | undefined> {
    const [wait] = await this.app.app.query<Wait>(
      `SELECT (extract(epoch FROM due_at - now()) * 1000)::float8 AS ms, tries
       FROM platform.run
       WHERE id = $1 AND node IS NULL AND tries > 0`,
      [runId],
    );
    return wait;
  }
}
