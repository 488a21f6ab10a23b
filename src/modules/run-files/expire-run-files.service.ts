import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Config } from '../../platform/config/config.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';

const EVERY_MS = 600_000;
/** Rows per statement, so that transactions stay short: of files, and of their parts with 128 KB each. */
const [FILES, PARTS] = [1_000, 200];

const IS_QUEUED = `EXISTS (SELECT FROM platform.run r WHERE r.id = f.run_id)`;
const EXPIRED = `f.ended_on < now() - $1 * interval '1 hour' AND NOT ${IS_QUEUED}`;

/** Notes that runs have ended, also those whose process died. A run that is retried has not ended. */
const NOTE_ENDS = `
  UPDATE platform.run_file f
  SET ended_on = CASE WHEN f.ended_on IS NULL THEN now() END
  WHERE (f.ended_on IS NULL) <> ${IS_QUEUED}`;

const DELETE_PARTS = `
  DELETE FROM platform.run_file_part WHERE ctid = ANY(ARRAY(
    SELECT p.ctid FROM platform.run_file_part p JOIN platform.run_file f ON f.id = p.file_id WHERE ${EXPIRED}
    LIMIT ${PARTS} FOR UPDATE OF p SKIP LOCKED
  )) RETURNING 1`;

const DELETE_FILES = `
  DELETE FROM platform.run_file WHERE ctid = ANY(ARRAY(
    SELECT f.ctid FROM platform.run_file f WHERE ${EXPIRED}
      AND NOT EXISTS (SELECT FROM platform.run_file_part p WHERE p.file_id = f.id)
    LIMIT ${FILES} FOR UPDATE SKIP LOCKED
  )) RETURNING 1`;

/** Deletes the files of runs after their retention. Every node does; rows that another node has locked are skipped. */
@Injectable()
export class ExpireRunFiles {
  readonly #logger = new Logger(ExpireRunFiles.name);

  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  @Interval(EVERY_MS)
  async expire(): Promise<void> {
    const { fileHours } = this.config.operations;
    try {
      await this.platform.query(NOTE_ENDS);
      while ((await this.platform.query(DELETE_PARTS, [fileHours])).length === PARTS);
      while ((await this.platform.query(DELETE_FILES, [fileHours])).length === FILES);
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
