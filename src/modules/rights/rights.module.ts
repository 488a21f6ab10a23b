import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { SchemaMigrationModule } from '../schema-migration/index.js';
import { MemberRepository } from './member.repository.js';
import { ProtectRights } from './protect-rights.service.js';

/** Prevents users from granting rights that they lack. */
@Module({
  imports: [HooksModule, SchemaMigrationModule],
  providers: [MemberRepository, ProtectRights],
})
export class RightsModule {}
