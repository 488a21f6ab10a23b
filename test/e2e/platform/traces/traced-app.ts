import { Collector } from '../../../support/collector.js';
import { TestApp } from '../../../support/test-app.js';

/** Trace of a client, and its span. */
export const [TRACE, PARENT] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

/** Headers of a client with a trace of its own. @param flags `01` asks to record it */
export const traceHeaders = (flags: string): Readonly<Record<string, string>> => ({
  traceparent: `00-${TRACE}-${PARENT}-${flags}`,
  tracestate: 'vendor=1',
});

/** The service and the collector of its traces. */
export class TracedApp {
  private constructor(
    readonly app: TestApp,
    readonly collector: Collector,
  ) {}

  /** @param ratio part of the traces that is recorded */
  static async start(ratio: string): Promise<TracedApp> {
    const collector = await Collector.start();
    const app = await TestApp.start({ TRACES_ENDPOINT: collector.url, TRACES_SAMPLE_RATIO: ratio });
    return new TracedApp(app, collector);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.collector.stop();
  }
}
