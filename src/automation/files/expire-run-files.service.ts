import { Injectable } from '@nestjs/common';
import { Config } from '#platform/process/config/config.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

/** Parts, of 128 KB each, that one statement deletes at most. */
const PARTS = 200;

const IS_QUEUED = `EXISTS (SELECT FROM platform.run r WHERE r.id = run_file.run_id)`;
const EXPIRED = `run_file.ended_on < now() - $1 * interval '1 hour' AND NOT ${IS_QUEUED}`;

/** Notes that runs have ended, also those whose process died. A run that is retried has not ended. */
const NOTE_ENDS = `
  UPDATE platform.run_file
  SET ended_on = CASE WHEN ended_on IS NULL THEN now() END
  WHERE (ended_on IS NULL) <> ${IS_QUEUED}`;

const PART_EXPIRED = `EXISTS (SELECT FROM platform.run_file WHERE run_file.id = run_file_part.file_id AND ${EXPIRED})`;
const HAS_PARTS = `EXISTS (SELECT FROM platform.run_file_part p WHERE p.file_id = run_file.id)`;

/**
 * Lets the oldest files expire of environments that keep more bytes than the limit: files of runs that have not ended count
 * first, and stay. @returns the bytes of all environments, and of the one that has most
 */
const BOUND = `
  WITH sized AS (
    SELECT f.id, f.environment_id, f.size, f.ended_on,
      sum(f.size) OVER (PARTITION BY f.environment_id ORDER BY f.ended_on IS NULL DESC, f.position DESC) AS bytes
    FROM platform.run_file f
    WHERE f.ended_on IS NULL OR f.ended_on <> '-infinity'
  ), expired AS (
    UPDATE platform.run_file f
    SET ended_on = '-infinity'
    FROM sized s
    WHERE f.id = s.id AND s.bytes > $1 AND s.ended_on IS NOT NULL
    RETURNING f.id
  ), kept AS (
    SELECT sum(s.size) AS bytes
    FROM sized s
    WHERE s.id NOT IN (SELECT x.id FROM expired x)
    GROUP BY s.environment_id
  )
  SELECT COALESCE(sum(k.bytes), 0)::text AS total, COALESCE(max(k.bytes), 0)::text AS most
  FROM kept k`;

const TOTAL = {
  kind: 'gauge',
  name: 'run_file_bytes',
  help: 'Bytes of the files of runs, of all environments, as of the last look; there is one every ten minutes.',
  merge: 'max',
} as const;
const MOST = {
  kind: 'gauge',
  name: 'run_file_bytes_most',
  help: 'The same of the environment that has most; RUN_FILES_BYTES bounds it.',
  merge: 'max',
} as const;

/**
 * Deletes the files of runs after their retention, and the oldest ones beyond the limit of an environment. Every node does.
 */
@Injectable()
export class ExpireRunFiles {
  #bytes: { readonly total: number; readonly most: number } | undefined;

  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
    metrics: Metrics,
  ) {
    metrics.add(TOTAL, {}, () => this.#bytes?.total);
    metrics.add(MOST, {}, () => this.#bytes?.most);
  }

  @Upkeep(600_000)
  async expire(): Promise<void> {
    const { fileHours, filesBytes } = this.config.operations;
    await this.platform.query(NOTE_ENDS);
    const [bytes] = await this.platform.query<{ total: string; most: string }>(BOUND, [filesBytes]);
    this.#bytes = { total: Number(bytes.total), most: Number(bytes.most) };
    await this.platform.deleteRows('platform.run_file_part', PART_EXPIRED, [fileHours], PARTS);
    await this.platform.deleteRows('platform.run_file', `${EXPIRED} AND NOT ${HAS_PARTS}`, [fileHours]);
  }
}
