import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { SchemaMigrationModule } from '../schema-migration/index.js';
import { CircumstancesRepository } from './circumstances.repository.js';
import { MemberRepository } from './member.repository.js';
import { ProtectRights } from './protect-rights.service.js';

/** Prevents users from granting rights that they lack. */
@Module({
  imports: [HooksModule, SchemaMigrationModule],
  providers: [CircumstancesRepository, MemberRepository, ProtectRights],
})
export class RightsModule {}
