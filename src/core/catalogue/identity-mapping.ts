import { Definition } from './definition.js';
import type { JsonObject } from '#core/json/json.js';

/** Entity of the rules by which roles and teams follow the claims of tokens. */
export const IDENTITY_MAPPING = 'IdentityMapping';

/** Values of the environment setting `Provision`: what a token may do for its person. */
export const PROVISION = ['off', 'link', 'create'] as const;
export type ProvisionMode = (typeof PROVISION)[number];

/** Gives a role or a team to whoever has a value in a claim of their token. */
export interface IdentityMapping {
  readonly id: string;
  readonly name: string;
  /** Issuer of the tokens that it reads; absent: any. */
  readonly issuer: string | undefined;
  readonly claim: string;
  readonly value: string;
  readonly target: MappedTarget;
  /** It may give the role Administrator. */
  readonly allowsAdministrator: boolean;
}

/** A role or a team. */
export interface MappedTarget {
  readonly kind: 'Role' | 'Team';
  readonly id: string;
}

/** Builds the mappings of an environment in their order: by `Sequence`, then by name. */
export function buildIdentityMappings(definitions: readonly JsonObject[]): readonly IdentityMapping[] {
  const ordered = definitions.map((json) => new Definition(json)).toSorted(compared);
  return ordered.flatMap((mapping) => {
    const target = targetOf(mapping);
    return target === undefined
      ? []
      : [
          {
            id: mapping.text('Id') ?? '',
            name: mapping.text('Name') ?? '',
            issuer: mapping.text('Issuer'),
            claim: mapping.text('Claim') ?? '',
            value: mapping.text('Value') ?? '',
            target,
            allowsAdministrator: mapping.flag('AllowAdministrator'),
          },
        ];
  });
}

function targetOf(mapping: Definition): MappedTarget | undefined {
  const [roleId, teamId] = [mapping.text('RoleId'), mapping.text('TeamId')];
  if (roleId !== undefined) return { kind: 'Role', id: roleId };
  return teamId === undefined ? undefined : { kind: 'Team', id: teamId };
}

function compared(a: Definition, b: Definition): number {
  const order = (a.int('Sequence') ?? 0) - (b.int('Sequence') ?? 0);
  return order || ((a.text('Name') ?? '') < (b.text('Name') ?? '') ? -1 : 1);
}
