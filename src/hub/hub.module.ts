import { Module } from '@nestjs/common';
import { ChangesModule } from '#platform/change-log/changes.module.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { Config } from '#platform/process/config/config.js';
import { Feeds } from './feeds/feeds.service.js';
import { FindNotifications } from './feeds/find-notifications.repository.js';
import { JudgeChanges } from './feeds/judge-changes.service.js';
import { FollowChanges } from './gateway/follow-changes.service.js';
import { FollowOutcomes } from './gateway/follow-outcomes.service.js';
import { HubAdmission } from './gateway/hub-admission.service.js';
import { HubMethods } from './gateway/hub-methods.gateway.js';
import { Nodes } from './gateway/nodes.service.js';
import { NotificationHub } from './gateway/notification-hub.gateway.js';

/** The hub `/hubs/crud-notifications` and the feeds of changes to its clients. */
@Module({
  imports: [ChangesModule],
  providers: [
    Feeds,
    FindNotifications,
    FollowChanges,
    FollowOutcomes,
    HubAdmission,
    HubMethods,
    JudgeChanges,
    {
      provide: Nodes,
      inject: [PlatformDatabase, Config],
      useFactory: (platform: PlatformDatabase, config: Config) => Nodes.join(platform, config),
    },
    NotificationHub,
  ],
})
export class HubModule {}
