import { Module } from '@nestjs/common';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { FollowChanges } from './follow-changes.service.js';
import { Feeds } from './feeds.service.js';
import { HubAdmission } from './hub-admission.service.js';
import { NotificationHub } from './notification-hub.controller.js';

/** Who hears what: the hub `/hubs/crud-notifications`. Whoever starts the application mounts it. */
@Module({ imports: [ChangesModule], providers: [Feeds, FollowChanges, HubAdmission, NotificationHub] })
export class HubModule {}
