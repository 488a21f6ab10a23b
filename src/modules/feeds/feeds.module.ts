import { Module } from '@nestjs/common';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { Feeds } from './feeds.service.js';
import { FindNotifications } from './find-notifications.repository.js';

/** Feeds of changes to connected clients, filtered by their access. */
@Module({
  imports: [ChangesModule],
  providers: [Feeds, FindNotifications],
  exports: [Feeds],
})
export class FeedsModule {}
