import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { FollowChanges } from './follow-changes.service.js';
import { Feeds } from './feeds.service.js';
import { FindNotifications } from './find-notifications.repository.js';
import { FollowOutcomes } from './follow-outcomes.service.js';
import { HubAdmission } from './hub-admission.service.js';
import { HubMethods } from './hub-methods.controller.js';
import { Nodes } from './nodes.service.js';
import { NotificationHub } from './notification-hub.controller.js';

/** Who hears what: the hub `/hubs/crud-notifications`. Whoever starts the application mounts it. */
@Module({
  imports: [ChangesModule],
  providers: [
    {
      provide: Nodes,
      inject: [PlatformDatabase, Config],
      useFactory: (platform: PlatformDatabase, config: Config) => Nodes.join(platform, config),
    },
    Feeds,
    FindNotifications,
    FollowChanges,
    FollowOutcomes,
    HubAdmission,
    HubMethods,
    NotificationHub,
  ],
})
export class HubModule {}
