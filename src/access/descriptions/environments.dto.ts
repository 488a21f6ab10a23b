import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { MemberEnvironment } from '#platform/catalogue/member-environments.repository.js';

const UUID = { format: 'uuid' } as const;

/** An element of the answer of GET /environments. */
@ApiSchema({ name: 'MemberEnvironment' })
export class MemberEnvironmentDto {
  @ApiProperty(UUID) readonly TenantId!: string;
  @ApiProperty({ example: 'Northgate' }) readonly TenantName!: string;
  @ApiProperty({ example: 'Northgate Trading', description: 'Name for people; TenantName where there is none.' })
  readonly TenantLabel!: string;
  @ApiProperty(UUID) readonly AppId!: string;
  @ApiProperty({ example: 'OrderToCash' }) readonly AppName!: string;
  @ApiProperty({ example: 'OrderToCash', description: 'Name for people.' }) readonly AppLabel!: string;
  @ApiProperty(UUID) readonly EnvironmentId!: string;
  @ApiProperty({ example: 'Development' }) readonly EnvironmentName!: string;
  @ApiProperty({ example: 'Development', description: 'Name for people.' }) readonly EnvironmentLabel!: string;
  @ApiProperty({ description: 'The caller has the role Administrator there.' }) readonly IsAdministrator!: boolean;
}

/** Apps and environments have no name for people but their own. */
export const memberEnvironmentDto = ({ environment, isAdministrator }: MemberEnvironment): MemberEnvironmentDto => ({
  TenantId: environment.tenantId,
  TenantName: environment.tenantName,
  TenantLabel: environment.tenantLabel || environment.tenantName,
  AppId: environment.appId,
  AppName: environment.appName,
  AppLabel: environment.appName,
  EnvironmentId: environment.id,
  EnvironmentName: environment.name,
  EnvironmentLabel: environment.name,
  IsAdministrator: isAdministrator,
});
