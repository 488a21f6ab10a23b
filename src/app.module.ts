import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DemoModule } from './demo/demo.module.js';
import { AccessModule } from './modules/access/index.js';
import { ActionsModule } from './modules/actions/index.js';
import { ApprovalsModule } from './modules/approvals/index.js';
import { BatchModule } from './modules/batch/index.js';
import { RoutinesModule } from './modules/routines/index.js';
import { DefinitionsModule } from './modules/definitions/index.js';
import { DeliveriesModule } from './modules/deliveries/index.js';
import { DescriptionsModule } from './modules/descriptions/index.js';
import { ExplanationsModule } from './modules/explanations/index.js';
import { BulkModule } from './modules/bulk/index.js';
import { OpenApiDocumentsModule } from './modules/openapi/index.js';
import { EnvironmentFilesModule } from './modules/environment-files/index.js';
import { RightsModule } from './modules/rights/index.js';
import { HubModule } from './modules/hub/index.js';
import { IndexesModule } from './modules/indexes/index.js';
import { LifecyclesModule } from './modules/lifecycles/index.js';
import { ListsModule } from './modules/lists/index.js';
import { OverdueModule } from './modules/overdue/index.js';
import { QueriesModule } from './modules/queries/index.js';
import { RecordsModule } from './modules/records/index.js';
import { RecycleBinModule } from './modules/recycle-bin/index.js';
import { SavedQueriesModule } from './modules/saved-queries/index.js';
import { RunFilesModule } from './modules/run-files/index.js';
import { TriggersModule } from './modules/triggers/index.js';
import { SchedulesModule } from './modules/schedules/index.js';
import { StatusModule } from './modules/status/index.js';
import { WorkflowsModule } from './modules/workflows/index.js';
import { AuthModule } from './platform/auth/auth.module.js';
import { CatalogueModule } from './platform/catalogue/catalogue.module.js';
import { ChangesModule } from './platform/changes/changes.module.js';
import { ConfigModule } from './platform/config/config.module.js';
import type { Config } from './platform/config/config.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { OperationsModule } from './platform/operations/operations.module.js';
import { OutcomesModule } from './platform/outcomes/outcomes.module.js';
import { OpenApiModule } from './platform/openapi/openapi.module.js';
import { OutboundModule } from './platform/outbound/outbound.module.js';
import { TracesModule } from './platform/traces/traces.module.js';

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

const FEATURES = [
  AccessModule,
  DescriptionsModule,
  ExplanationsModule,
  RecordsModule,
  BulkModule,
  BatchModule,
  RecycleBinModule,
  StatusModule,
  QueriesModule,
  SavedQueriesModule,
  ListsModule,
  DefinitionsModule,
  EnvironmentFilesModule,
  IndexesModule,
  LifecyclesModule,
  RightsModule,
  RoutinesModule,
  ApprovalsModule,
  DeliveriesModule,
  RunFilesModule,
  TriggersModule,
  ActionsModule,
  WorkflowsModule,
  SchedulesModule,
  OverdueModule,
  OpenApiDocumentsModule,
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
        ...PLATFORM,
        ...FEATURES,
        ...additions,
      ],
    };
  }
}
