import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { OidcConfig } from '#platform/process/config/studio-config.js';
import type { DevUser } from './dev-users.repository.js';

/** Client of the identity provider by which people sign in. */
@ApiSchema({ name: 'StudioOidc' })
class StudioOidcDto {
  @ApiProperty({ example: 'https://id.example/realms/company' }) readonly Authority!: string;
  @ApiProperty({ example: 'studio' }) readonly ClientId!: string;
  @ApiProperty({ example: 'openid profile' }) readonly Scope!: string;
}

/** An environment, addressed by names as in the context headers. */
@ApiSchema({ name: 'StudioEnvironment' })
class StudioEnvironmentDto {
  @ApiProperty({ example: 'Northgate' }) readonly TenantName!: string;
  @ApiProperty({ example: 'OrderToCash' }) readonly AppName!: string;
  @ApiProperty({ example: 'Development' }) readonly EnvironmentName!: string;
}

/** A person whom `POST /dev/token` issues a token for. */
@ApiSchema({ name: 'StudioDevUser' })
class StudioDevUserDto {
  @ApiProperty({ example: 'nina.north' }) readonly UserName!: string;
  @ApiProperty({ example: 'Nina North' }) readonly DisplayName!: string;
  @ApiProperty({ type: [StudioEnvironmentDto] }) readonly Environments!: readonly StudioEnvironmentDto[];
}

/** Answer of `GET /studio/config.json`, without the envelope (docs/interface/platform.md#settings-of-the-studio). */
@ApiSchema({ name: 'StudioConfig' })
export class StudioConfigDto {
  @ApiProperty({ description: 'Version of the service, with the commit of a build.', example: '0.2.0' })
  readonly Version!: string;

  @ApiPropertyOptional({ type: StudioOidcDto, description: 'Absent without STUDIO_OIDC_AUTHORITY.' })
  readonly Oidc?: StudioOidcDto;

  @ApiPropertyOptional({
    type: [StudioDevUserDto],
    description: 'At most 50 active users of at most 20 environments. Absent without DEV_TOKENS.',
  })
  readonly DevUsers?: readonly StudioDevUserDto[];

  static of(version: string, oidc: OidcConfig | undefined, users: readonly DevUser[] | undefined): StudioConfigDto {
    return {
      Version: version,
      ...(oidc && { Oidc: { Authority: oidc.authority, ClientId: oidc.clientId, Scope: oidc.scope } }),
      ...(users && { DevUsers: users.map(devUser) }),
    };
  }
}

const devUser = ({ userName, displayName, environments }: DevUser): StudioDevUserDto => ({
  UserName: userName,
  DisplayName: displayName,
  Environments: environments.map(({ tenantName, appName, environmentName }) => ({
    TenantName: tenantName,
    AppName: appName,
    EnvironmentName: environmentName,
  })),
});
