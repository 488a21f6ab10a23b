import type { ApiKey } from '#core/catalogue/api-key.js';
import { givingMapping, grantedPermissions } from '#core/rights/access.js';
import { describeLabels } from '#core/catalogue/labels.js';
import { languagesOf } from '#core/context/languages.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';

/** Describes the caller with their teams, roles and permissions, each by name (docs/interface/access.md#the-caller). */
export function describeCaller(ctx: RequestContext): JsonObject {
  const { principal, catalogue } = ctx;
  const { roles, teams } = catalogue.organisation;
  const languages = languagesOf(ctx);
  return {
    Id: principal.userId,
    UserName: principal.userName,
    DisplayName: principal.displayName,
    Email: principal.email,
    IsAdministrator: principal.isAdministrator,
    Teams: named(principal.teamIds, teams).map((team) => ({
      ...team,
      IsPrimary: team.Id === principal.primaryTeamId,
      ...mappingOf(ctx, team.Id),
    })),
    Roles: named(principal.roleIds, roles).map((role) => ({
      ...role,
      ...describeLabels(roles.get(role.Id)?.labels, languages),
      ...mappingOf(ctx, role.Id),
    })),
    Permissions: [...grantedPermissions(ctx).keys()].toSorted(),
    TimeZone: catalogue.environment.settings.timeZone,
    Language: principal.language ?? null,
    UserTimeZone: principal.timeZone ?? null,
    ...(principal.key && { ApiKey: describeKey(principal.key) }),
  };
}

/** Names the identity mapping that has given the caller a role or a team. */
function mappingOf(ctx: RequestContext, id: string): JsonObject {
  const mapping = givingMapping(ctx, id);
  return mapping ? { Mapping: mapping.name } : {};
}

/** Describes the key of the call, whose limits are in the roles and scopes already. */
const describeKey = ({ id, name, expiresMs }: ApiKey): JsonObject => ({
  Id: id,
  Name: name,
  ExpiresOn: new Date(expiresMs).toISOString(),
});

/** Ids and names of the records that exist, by name. */
const named = (
  ids: readonly string[],
  known: ReadonlyMap<string, { readonly name: string }>,
): readonly { readonly Id: string; readonly Name: string }[] =>
  ids
    .flatMap((id) => {
      const found = known.get(id);
      return found ? [{ Id: id, Name: found.name }] : [];
    })
    .toSorted((a, b) => (a.Name < b.Name ? -1 : 1));
