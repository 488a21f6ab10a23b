import { Injectable } from '@nestjs/common';
import { Config } from '#platform/process/config/config.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';

const LEFT_OUT = {
  kind: 'counter',
  name: 'workflow_fire_times_left_out_total',
  help: 'Fire times of schedules that this node left out, because a run of the schedule still waited.',
} as const;

/** Counts fire times of schedules. */
@Injectable()
export class ScheduleMetrics {
  #leftOut = 0;

  constructor(metrics: Metrics, { runs }: Config) {
    if (runs.isWorker) metrics.add(LEFT_OUT, {}, () => this.#leftOut);
  }

  /** Counts fire times that were left out. */
  countLeftOut(count: number): void {
    this.#leftOut += count;
  }
}
