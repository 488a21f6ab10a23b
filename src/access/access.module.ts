import { Module } from '@nestjs/common';
import { DefinitionsModule } from '#definitions/index.js';
import { LifecycleModule } from '#lifecycle/index.js';
import { RecordsModule } from '#records/index.js';
import { EntitiesController } from './descriptions/entities.controller.js';
import { EnvironmentsController } from './descriptions/environments.controller.js';
import { ListEnvironments } from './descriptions/list-environments.service.js';
import { MeController } from './descriptions/me.controller.js';
import { ExplainAccess } from './explanations/explain-access.service.js';
import { ExplainController } from './explanations/explain.controller.js';
import { ListReaders } from './explanations/list-readers.service.js';
import { ExplainedRecords } from './explanations/explained-records.repository.js';
import { CountRecords } from './previews/count-records.service.js';
import { PreviewAccess } from './previews/preview-access.service.js';
import { PreviewController } from './previews/preview.controller.js';
import { RehearseAccess } from './previews/rehearse-access.service.js';
import { CircumstancesRepository } from './rights/circumstances.repository.js';
import { HistoryController } from './history/history.controller.js';
import { RemarkClauses } from './conditions/remark-clauses.service.js';
import { ReadHistory } from './history/read-history.service.js';
import { IssueKeys } from './keys/issue-keys.service.js';
import { KeyRepository } from './keys/key.repository.js';
import { AdmitPerson } from './mappings/admit-person.service.js';
import { CheckMappings } from './mappings/check-mappings.service.js';
import { FindNewcomers } from './mappings/find-newcomers.service.js';
import { IdentityRepository } from './mappings/identity.repository.js';
import { ProvisionPeople } from './mappings/provision-people.service.js';
import { WriteIdentities } from './mappings/write-identities.service.js';
import { MemberRepository } from './rights/member.repository.js';
import { ProtectRights } from './rights/protect-rights.service.js';
import { AccessController } from './roles/access.controller.js';
import { CloneRole } from './roles/clone-role.service.js';
import { PermissionsController } from './roles/permissions.controller.js';
import { RoleRepository } from './roles/role.repository.js';
import { RolesController } from './roles/roles.controller.js';
import { WriteRoleRecords } from './roles/write-role-records.service.js';
import { CheckShares } from './shares/check-shares.service.js';
import { AskedUsers } from './users/asked-users.service.js';

/** Rights: roles and permissions, who may grant them, and what explains and describes them. */
@Module({
  imports: [RecordsModule, LifecycleModule, DefinitionsModule],
  controllers: [
    AccessController,
    EntitiesController,
    EnvironmentsController,
    ExplainController,
    HistoryController,
    MeController,
    PermissionsController,
    PreviewController,
    RolesController,
  ],
  providers: [
    AdmitPerson,
    AskedUsers,
    CheckMappings,
    CheckShares,
    CircumstancesRepository,
    CloneRole,
    CountRecords,
    ExplainAccess,
    ExplainedRecords,
    FindNewcomers,
    IdentityRepository,
    IssueKeys,
    KeyRepository,
    ListEnvironments,
    ListReaders,
    MemberRepository,
    PreviewAccess,
    ProtectRights,
    ProvisionPeople,
    ReadHistory,
    RehearseAccess,
    RemarkClauses,
    RoleRepository,
    WriteIdentities,
    WriteRoleRecords,
  ],
})
export class AccessModule {}
