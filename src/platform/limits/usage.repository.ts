import { Injectable } from '@nestjs/common';
import { PlatformDatabase } from '#platform/database/platform-database.js';

/** Use of a window by all nodes. */
export interface Usage {
  /** Amount that was taken, that of the caller included. */
  readonly used: number;
  /** Time to the end of the window. */
  readonly leftMs: number;
}

/** The window counts from 1970 on by the database's clock, so that nodes whose clocks differ share it. */
const TAKE = `
  WITH clock AS (
    SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds
  )
  INSERT INTO platform.usage AS u (key, began, used)
  SELECT $1, floor(seconds / $3) * $3, $2
  FROM clock
  ON CONFLICT (key) DO UPDATE
  SET began = EXCLUDED.began,
    used = CASE WHEN u.began = EXCLUDED.began THEN u.used + EXCLUDED.used ELSE EXCLUDED.used END
  RETURNING u.used::float8 AS used, (u.began + $3 - (SELECT seconds FROM clock)) * 1000 AS "leftMs"`;

/** Counts what users and tenants use, for all nodes. */
@Injectable()
export class UsageRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** Adds an amount to the current window of a key. */
  async take(key: string, amount: number, windowSeconds: number): Promise<Usage> {
    const [row] = await this.platform.query<Record<keyof Usage, string>>(TAKE, [key, amount, windowSeconds]);
    return { used: Number(row.used), leftMs: Number(row.leftMs) };
  }

  /** Deletes what belongs to windows of the past. */
  expire(): Promise<void> {
    return this.platform.deleteRows('platform.usage', `began < extract(epoch FROM now() - interval '2 days')`);
  }
}
