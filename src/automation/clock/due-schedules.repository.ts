import { Injectable } from '@nestjs/common';
import { IS_WORKED_ON } from '#core/catalogue/environment-state.js';
import type { ScheduleKind } from '#automation/core/triggers/schedules.sql.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

/** Something is due in an environment. */
export interface DueEnvironment {
  readonly environmentId: string;
  readonly kind: ScheduleKind;
  /** Clock of the database. */
  readonly at: Date;
}

/** Time for which a fire time stays: more than any clock of a database is set back, or any transaction lasts. */
const KEPT = `interval '48 hours'`;

/** Finds what is due in all environments, by the clock of the database. */
@Injectable()
export class DueSchedules {
  constructor(private readonly platform: PlatformDatabase) {}

  async due(): Promise<readonly DueEnvironment[]> {
    const rows = await this.platform.repeatable<{ environment_id: string; kind: ScheduleKind; at: string }>(
      `SELECT s.environment_id, s.kind, extract(epoch FROM now()) * 1000 AS at
       FROM platform.schedule s
       JOIN platform.environment e ON e.id = s.environment_id
       WHERE s.next_due_at <= now() AND COALESCE(s.lease_until < now(), true) AND ${IS_WORKED_ON}
       GROUP BY s.environment_id, s.kind`,
    );
    return rows.map(({ environment_id, kind, at }) => ({
      environmentId: environment_id,
      kind,
      at: new Date(Number(at)),
    }));
  }

  /** Deletes fire times after their retention, except for those that are not behind the next one of their trigger. */
  expire(): Promise<void> {
    const expired = `due_at < now() - ${KEPT}
      AND NOT EXISTS (
        SELECT
        FROM platform.schedule s
        WHERE s.environment_id = fire_time.environment_id AND s.id = fire_time.trigger_id
          AND s.next_due_at <= fire_time.due_at
      )`;
    return this.platform.deleteRows('platform.fire_time', expired);
  }
}
