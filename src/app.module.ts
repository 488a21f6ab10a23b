import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DemoModule } from './demo/demo.module.js';
import { AccessModule } from './access/index.js';
import { AutomationModule } from './automation/index.js';
import { ApprovalsModule } from './approvals/index.js';
import { RecordsModule } from './records/index.js';
import { RoutinesModule } from './routines/index.js';
import { DefinitionsModule } from './definitions/index.js';
import { OpenApiDocumentsModule } from './openapi/index.js';
import { EnvironmentsModule } from './environments/index.js';
import { HubModule } from './hub/index.js';
import { LifecycleModule } from './lifecycle/index.js';
import { QueriesModule } from './queries/index.js';
import { AuthModule } from './platform/auth/auth.module.js';
import { CatalogueModule } from './platform/catalogue/catalogue.module.js';
import { ChangesModule } from './platform/change-log/changes.module.js';
import { ConfigModule } from './platform/process/config/config.module.js';
import type { Config } from './platform/process/config/config.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { HealthModule } from './platform/http/probes/health.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { MetricsModule } from './platform/http/probes/metrics.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { MailModule } from './platform/outbound/mail/mail.module.js';
import { OperationsModule } from './platform/operations/operations.module.js';
import { OutcomesModule } from './platform/operations/outcomes/outcomes.module.js';
import { OpenApiModule } from './platform/http/openapi/openapi.module.js';
import { OutboundModule } from './platform/outbound/outbound.module.js';
import { StudioModule } from './platform/studio/studio.module.js';
import { TracesModule } from './platform/http/traces.module.js';

const PLATFORM = [
  HttpModule,
  TracesModule,
  HealthModule,
  LimitsModule,
  DatabaseModule,
  CatalogueModule,
  ChangesModule,
  OutcomesModule,
  OperationsModule,
  OutboundModule,
  MailModule,
  OpenApiModule,
];

const CAPABILITIES = [
  RecordsModule,
  DefinitionsModule,
  QueriesModule,
  RoutinesModule,
  LifecycleModule,
  AutomationModule,
  ApprovalsModule,
  AccessModule,
  OpenApiDocumentsModule,
  EnvironmentsModule,
  HubModule,
  DemoModule,
];

/** Composition root, the only file that lists all modules. */
@Module({})
export class AppModule {
  static forConfig(config: Config, additions: readonly Type[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forConfig(config),
        ScheduleModule.forRoot(),
        AuthModule.forConfig(config),
        MetricsModule.forConfig(config),
        StudioModule.forConfig(config),
        ...PLATFORM,
        ...CAPABILITIES,
        ...additions,
      ],
    };
  }
}
