import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { LockedRecords } from './locked-records.repository.js';
import { ProtectChildren } from './protect-children.service.js';

/** Refusals of writes that would change records under approval or parts of them. */
@Module({
  imports: [HooksModule],
  providers: [LockedRecords, ProtectChildren],
  exports: [LockedRecords, ProtectChildren],
})
export class LocksModule {}
