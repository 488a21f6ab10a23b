import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { FollowOwner } from './follow-owner.service.js';
import { FollowRecord } from './follow-record.service.js';
import { FollowTeam } from './follow-team.service.js';
import { RefreshRollups } from './refresh-rollups.service.js';

/** Values that are derived from other records: owners, teams and rollups. */
@Module({
  imports: [HooksModule],
  providers: [FollowOwner, FollowRecord, FollowTeam, RefreshRollups],
  exports: [FollowOwner, RefreshRollups],
})
export class PropagationModule {}
