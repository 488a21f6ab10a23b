import { Injectable } from '@nestjs/common';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { addShare } from '#platform/observability/metrics/part-metrics.js';
import { ChangeLogRepository } from './change-log.repository.js';
import { LOG_CONSUMERS, LogTail } from './log-tail.js';

const AGE = {
  kind: 'gauge',
  name: 'change_log_read_age_seconds',
  help: 'Time since this process has read the change log; none where nothing reads it.',
  merge: 'max',
} as const;
const LAG = {
  kind: 'gauge',
  name: 'change_log_lag_seconds',
  help: 'Time by which the slowest reader of a group is behind the last read.',
  merge: 'max',
} as const;

const CLOCK = {
  kind: 'gauge',
  name: 'clock_difference_seconds',
  help: 'Clock of the process minus that of the database; none where nothing reads the change log.',
  merge: 'max',
} as const;

/** Adds the metrics of the change log's readers. */
@Injectable()
export class LogMetrics {
  constructor(metrics: Metrics, tail: LogTail, repository: ChangeLogRepository) {
    metrics.add(AGE, {}, () => tail.ageSeconds);
    metrics.add(CLOCK, {}, () => tail.clockDifference);
    for (const consumer of LOG_CONSUMERS) metrics.add(LAG, { consumer }, () => tail.lagSeconds(consumer));
    addShare(metrics, 'catch_ups', repository.catchUps);
  }
}
