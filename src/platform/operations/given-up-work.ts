import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '#platform/observability/metrics/metrics.js';

const GIVEN_UP = {
  kind: 'counter',
  name: 'work_given_up_total',
  help: 'Work that this node has passed over, because each attempt ended with its process or an error.',
} as const;

const QUEUES = ['changes', 'schedules', 'date_triggers', 'approval_tasks', 'indexes'] as const;

/** Queue of the service of which an item was given up. */
export type Queue = (typeof QUEUES)[number];

/** Tells operators of work that was given up, so that what is behind it goes on. */
@Injectable()
export class GivenUpWork {
  readonly #logger = new Logger(GivenUpWork.name);
  readonly #counts = new Map<Queue, number>();

  constructor(metrics: Metrics) {
    for (const queue of QUEUES) metrics.add(GIVEN_UP, { queue }, () => this.#counts.get(queue) ?? 0);
  }

  /** @param message what was given up, where and why */
  note(queue: Queue, message: string): void {
    this.#counts.set(queue, (this.#counts.get(queue) ?? 0) + 1);
    this.#logger.error(message);
  }
}
