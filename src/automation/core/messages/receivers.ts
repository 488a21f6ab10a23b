import { shortened } from '#core/nearest.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { isUuid } from '#core/values/uuid-text.js';
import { isArray, type JsonObject, type JsonValue } from '#core/json/json.js';
import { textOf } from '#core/tokens/template.js';

/** Whom a message is for. */
export interface Receivers {
  /** Ids and names of users, in lower case. */
  readonly users: readonly string[];
  readonly roleIds: readonly string[];
  readonly teamIds: readonly string[];
}

/** Reads whom a message is for. @throws {DomainError} Validation for a role or team that does not exist */
export function receiversOf({ catalogue }: RequestContext, body: JsonObject): Receivers {
  const { roles, teams } = catalogue.organisation;
  return {
    users: namesIn(body.ToUser).map((name) => name.toLowerCase()),
    roleIds: namesIn(body.ToRole).map((name) => idOf(roles, name, 'ToRole')),
    teamIds: namesIn(body.ToTeam).map((name) => idOf(teams, name, 'ToTeam')),
  };
}

/** Ids or names of a member; a token without a value names nobody. */
function namesIn(json: JsonValue | undefined): readonly string[] {
  const values = isArray(json) ? json : [json];
  return values.map(textOf).filter((text) => text !== '');
}

function idOf(
  known: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
  name: string,
  member: string,
): string {
  const key = name.toLowerCase();
  const found = isUuid(name) ? known.get(key) : [...known.values()].find((each) => each.name.toLowerCase() === key);
  if (found) return found.id;
  const message = `${member} names '${shortened(name)}', which does not exist.`;
  throw new DomainError({ code: 'Validation', message, path: member });
}
