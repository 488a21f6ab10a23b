import { Injectable } from '@nestjs/common';
import { Config } from '#platform/process/config/config.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';

/** Outcomes are added up by the time of their ends. Those of the last two slices are kept in any case, and read again. */
const SLICE_MS = 600_000;
/** Time that one statement reads. */
const SPAN_MS = 3_600_000;
/** Rows per statement, so that transactions stay short. */
const ROWS = 500;

const NOTE =
  'The Result is not kept any more, because the outcomes of this environment exceed OUTCOME_BYTES; the Ids are.';

const NOW = `SELECT floor(extract(epoch FROM now()) * 1000)::text AS ms`;

const MEASURE = `
  SELECT o.environment_id AS id, floor(extract(epoch FROM o.completed_on) * 1000 / ${SLICE_MS})::text AS slice,
    sum(COALESCE(pg_column_size(o.result), 0) + COALESCE(pg_column_size(o.errors), 0))::text AS bytes
  FROM platform.operation o
  WHERE o.completed_on >= to_timestamp($1::float8 / 1000) AND o.completed_on < to_timestamp($2::float8 / 1000)
    AND (o.result IS NOT NULL OR o.errors IS NOT NULL)
  GROUP BY 1, 2`;

/**
 * Removes results, and faults but the first. The rows stay: they tell what became of the writes, and keep them from being
 * executed again.
 */
const REDUCE = `
  UPDATE platform.operation o
  SET result = NULL,
    errors = CASE WHEN o.errors IS NOT NULL THEN json_build_array(o.errors -> 0) END,
    log = CASE WHEN o.result IS NULL THEN o.log
      ELSE (COALESCE(o.log::jsonb, '[]') || to_jsonb($4::text))::json END
  WHERE o.ctid = ANY(ARRAY(
    SELECT d.ctid
    FROM platform.operation d
    WHERE d.environment_id = $1 AND (d.result IS NOT NULL OR json_array_length(d.errors) > 1)
      AND d.completed_on >= to_timestamp($2::float8 / 1000) AND d.completed_on < to_timestamp($3::float8 / 1000)
      AND NOT EXISTS (SELECT FROM platform.command c WHERE c.id = d.id AND c.finished_on IS NULL)
    LIMIT ${ROWS}
    FOR UPDATE SKIP LOCKED
  ))
  RETURNING 1`;

/** Results of the steps of batches that have an outcome of their own, which answers repetitions. */
const REDUCE_STEPS = `
  UPDATE platform.batch_step s
  SET result = NULL, errors = CASE WHEN s.errors IS NOT NULL THEN json_build_array(s.errors -> 0) END
  WHERE s.ctid = ANY(ARRAY(
    SELECT d.ctid
    FROM platform.batch_step d
    WHERE (d.result IS NOT NULL OR json_array_length(d.errors) > 1)
      AND EXISTS (SELECT FROM platform.idempotency i WHERE i.hash = d.key_hash)
    LIMIT ${ROWS}
    FOR UPDATE SKIP LOCKED
  ))
  RETURNING 1`;

const TOTAL = {
  kind: 'gauge',
  name: 'outcome_bytes',
  help: 'Bytes of results and faults in stored outcomes, of all environments, as of the last look; there is one every ten minutes.',
  merge: 'max',
} as const;
const MOST = {
  kind: 'gauge',
  name: 'outcome_bytes_most',
  help: 'The same of the environment that has most; OUTCOME_BYTES bounds it.',
  merge: 'max',
} as const;
const REDUCED = {
  kind: 'counter',
  name: 'outcomes_reduced_total',
  help: 'Outcomes whose result this node has removed because their environments had more than OUTCOME_BYTES.',
} as const;

/** Bytes by slice of time and environment. */
type Slices = Map<number, Map<string, number>>;

/**
 * Removes the oldest results of environments whose outcomes have more bytes than the limit. Slices that are over are read once
 * by each process: outcomes do not grow later. Every node does; rows that another node has locked are skipped.
 */
@Injectable()
export class BoundOutcomes {
  readonly #slices: Slices = new Map();
  #from: number | undefined;
  #bytes: { readonly total: number; readonly most: number } | undefined;
  #reduced = 0;

  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
    metrics: Metrics,
  ) {
    metrics.add(TOTAL, {}, () => this.#bytes?.total);
    metrics.add(MOST, {}, () => this.#bytes?.most);
    metrics.add(REDUCED, {}, () => this.#reduced);
  }

  @Upkeep(600_000)
  async bound(): Promise<void> {
    await this.#measure();
    for (const id of this.#sums().keys()) await this.#boundOne(id);
    const sums = [...this.#sums().values()];
    this.#bytes = { total: sums.reduce((all, each) => all + each, 0), most: Math.max(0, ...sums) };
    await this.platform.inBatches(REDUCE_STEPS, [], ROWS);
  }

  /** Reads the slices that are not known, and the last ones again. */
  async #measure(): Promise<void> {
    const [{ ms }] = await this.platform.repeatable<{ ms: string }>(NOW);
    const [now, first] = [Number(ms), sliceOf(Number(ms) - this.config.operations.retentionHours * 3_600_000)];
    for (const slice of this.#slices.keys()) if (slice < first) this.#slices.delete(slice);
    let from = (this.#from ?? first) * SLICE_MS;
    for (; from <= now; from += SPAN_MS) await this.#read(from, from + SPAN_MS);
    this.#from = sliceOf(now) - 1;
  }

  async #read(from: number, to: number): Promise<void> {
    type Row = Readonly<Record<'id' | 'slice' | 'bytes', string>>;
    const rows = await this.platform.repeatable<Row>(MEASURE, [from, to]);
    for (let slice = sliceOf(from); slice < sliceOf(to); slice++) this.#slices.delete(slice);
    for (const { id, slice, bytes } of rows) {
      const known = this.#slices.get(Number(slice)) ?? new Map<string, number>();
      this.#slices.set(Number(slice), known.set(id, Number(bytes)));
    }
  }

  /** Bytes by environment. */
  #sums(): ReadonlyMap<string, number> {
    const sums = new Map<string, number>();
    for (const slice of this.#slices.values())
      for (const [id, bytes] of slice) sums.set(id, (sums.get(id) ?? 0) + bytes);
    return sums;
  }

  async #boundOne(id: string): Promise<void> {
    let kept = 0;
    for (const slice of [...this.#slices.keys()].toSorted((a, b) => b - a)) {
      const bytes = this.#slices.get(slice)?.get(id) ?? 0;
      if (kept + bytes <= this.config.operations.outcomeBytes || slice >= this.#from!) kept += bytes;
      else if (bytes > 0) {
        await this.#reduce(id, slice);
        this.#slices.get(slice)?.delete(id);
      }
    }
  }

  async #reduce(id: string, slice: number): Promise<void> {
    const values = [id, slice * SLICE_MS, (slice + 1) * SLICE_MS, NOTE];
    this.#reduced += await this.platform.inBatches(REDUCE, values, ROWS);
  }
}

const sliceOf = (ms: number): number => Math.floor(ms / SLICE_MS);
