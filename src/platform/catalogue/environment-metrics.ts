import { Injectable } from '@nestjs/common';
import { STATES } from '#core/catalogue/environment-state.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { STEPS } from '#platform/database/moves/move-row.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

const ENVIRONMENTS = {
  kind: 'gauge',
  name: 'environments',
  help: 'Environments of the database by their state.',
  merge: 'max',
} as const;
const MOVE = {
  kind: 'gauge',
  name: 'environment_move_step_seconds',
  help: 'Time for which a move out of this database has been in its step, of the one that has been there longest.',
  merge: 'max',
} as const;

/** Age of the figures: a scrape needs no token, and each look is a statement. */
const FRESH_MS = 5_000;

const FIGURES = `
  SELECT 'state ' || e.state AS name, count(*)::text AS value
  FROM platform.environment e
  GROUP BY e.state
  UNION ALL
  SELECT 'step ' || m.step, max(extract(epoch FROM now() - m.step_on))::text
  FROM platform.environment_move m
  WHERE NOT m.is_target
  GROUP BY m.step`;

/** Figures by `state <name>` and `step <name>`. */
type Figures = ReadonlyMap<string, number>;

/** Counts environments and times their moves when metrics are scraped. */
@Injectable()
export class EnvironmentMetrics {
  #last: { readonly atMs: number; readonly figures: Promise<Figures> } | undefined;

  constructor(
    metrics: Metrics,
    private readonly platform: PlatformDatabase,
  ) {
    for (const state of STATES)
      metrics.add(ENVIRONMENTS, { state }, async () => (await this.#look()).get(`state ${state}`) ?? 0);
    for (const step of STEPS) metrics.add(MOVE, { step }, async () => (await this.#look()).get(`step ${step}`));
  }

  #look(): Promise<Figures> {
    const atMs = performance.now();
    if (!this.#last || atMs - this.#last.atMs > FRESH_MS) this.#last = { atMs, figures: this.#read() };
    return this.#last.figures;
  }

  async #read(): Promise<Figures> {
    const rows = await this.platform.repeatable<{ name: string; value: string }>(FIGURES);
    return new Map(rows.map(({ name, value }) => [name, Number(value)]));
  }
}
