import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/index.js';
import { CloneRole } from './clone-role.service.js';
import { RoleRepository } from './role.repository.js';
import { RolesController } from './roles.controller.js';
import { WriteRoleRecords } from './write-role-records.service.js';

/** Whole roles: one gets the access of another. Neighbours below: Records. */
@Module({
  imports: [RecordsModule],
  controllers: [RolesController],
  providers: [CloneRole, RoleRepository, WriteRoleRecords],
})
export class RolesModule {}
