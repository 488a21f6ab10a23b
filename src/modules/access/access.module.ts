import { Module } from '@nestjs/common';
import { DeletesModule } from '../deletes/index.js';
import { WritesModule } from '../writes/index.js';
import { AccessController } from './access.controller.js';
import { CloneRole } from './clone-role.service.js';
import { PermissionsController } from './permissions.controller.js';
import { RoleRepository } from './role.repository.js';
import { RolesController } from './roles.controller.js';
import { WriteRoleRecords } from './write-role-records.service.js';

/** Routes for the caller's scopes and permissions, and for cloning roles. */
@Module({
  imports: [DeletesModule, WritesModule],
  controllers: [AccessController, PermissionsController, RolesController],
  providers: [CloneRole, RoleRepository, WriteRoleRecords],
})
export class AccessModule {}
