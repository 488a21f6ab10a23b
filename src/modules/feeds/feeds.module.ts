import { Module } from '@nestjs/common';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { Feeds } from './feeds.service.js';
import { FindNotifications } from './find-notifications.repository.js';

/** The changes of an environment for its connected clients: who may see which, in which order. */
@Module({
  imports: [ChangesModule],
  providers: [Feeds, FindNotifications],
  exports: [Feeds],
})
export class FeedsModule {}
