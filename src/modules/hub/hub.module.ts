import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { FollowChanges } from './follow-changes.service.js';
import { FeedsModule } from '../feeds/index.js';
import { FollowOutcomes } from './follow-outcomes.service.js';
import { HubAdmission } from './hub-admission.service.js';
import { HubMetrics } from './hub-metrics.js';
import { HubMethods } from './hub-methods.gateway.js';
import { Nodes } from './nodes.service.js';
import { NotificationHub } from './notification-hub.gateway.js';

/** The hub `/hubs/crud-notifications`, mounted by the composition root. */
@Module({
  imports: [ChangesModule, FeedsModule],
  providers: [
    {
      provide: Nodes,
      inject: [PlatformDatabase, Config],
      useFactory: (platform: PlatformDatabase, config: Config) => Nodes.join(platform, config),
    },
    FollowChanges,
    FollowOutcomes,
    HubAdmission,
    HubMethods,
    HubMetrics,
    NotificationHub,
  ],
})
export class HubModule {}
