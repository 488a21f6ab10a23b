import { Injectable } from '@nestjs/common';
import { NotifyChannel } from '#platform/database/notify-channel.js';
import { WakeSignal } from '#platform/process/scheduling/wake-signal.js';

/** Wakes the worker of this process when there are runs for it. A lost signal delays a run until the next poll. */
@Injectable()
export class RunWake extends WakeSignal {
  /** True when runs were added of which the worker does not know the environments. */
  hasNews = false;

  constructor(private readonly channel: NotifyChannel) {
    super();
    channel.listen('runs', () => this.#tell());
  }

  /** Wakes the workers of all processes, because runs were added. */
  wakeAll(): void {
    this.#tell();
    this.channel.notify('runs');
  }

  #tell(): void {
    this.hasNews = true;
    this.wake();
  }
}
