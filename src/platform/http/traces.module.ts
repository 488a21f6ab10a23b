import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastExpressAdapter } from './fast-express.adapter.js';
import { Traces } from '#platform/observability/traces/traces.js';

/** Traces of this process, which are sent before it ends. */
@Global()
@Module({
  providers: [
    {
      provide: Traces,
      inject: [HttpAdapterHost],
      useFactory: (host: HttpAdapterHost<FastExpressAdapter>): Traces => host.httpAdapter.traces,
    },
  ],
  exports: [Traces],
})
export class TracesModule implements OnApplicationShutdown {
  constructor(private readonly traces: Traces) {}

  async onApplicationShutdown(): Promise<void> {
    await this.traces.tracer?.stop();
  }
}
