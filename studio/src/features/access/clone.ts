import type { Scope, Scopes } from '../../data/entity.js';
import { type Operation, OPERATIONS } from './role-draft.js';
import { fieldsOf, insertStep, type Step } from './steps.js';

interface ClonedScopes extends Scopes {
  readonly WritableFields: readonly string[] | null;
}

/** In what the target of a clone differs from its source. */
export interface CloneDifference {
  readonly Kind: 'Scope' | 'Permission';
  readonly Name: string;
  readonly From: ClonedScopes | boolean | null;
  readonly To: ClonedScopes | boolean | null;
}

/** Answer of `POST /access/clone-role`. */
export interface Cloned {
  readonly Copied: { readonly Scopes: number; readonly Permissions: number };
  readonly Diff: readonly CloneDifference[];
}

/**
 * Changes of scopes that a clone makes, for a preview of them; permissions have no records that could be compared.
 * @param roleId the target
 */
export const cloneSteps = ({ Diff }: Cloned, roleId: string): readonly Step[] =>
  Diff.filter(({ Kind }) => Kind === 'Scope').map(({ Name, From, To }) => scopeStep(roleId, Name, From, To));

function scopeStep(roleId: string, entityName: string, from: CloneDifference['From'], to: CloneDifference['To']): Step {
  const scopes = Object.fromEntries(OPERATIONS.map((operation) => [operation, scopeOf(to, operation)]));
  if (from === null) return insertStep('RoleAccess', { RoleId: roleId, EntityName: entityName, ...scopes });
  const WhereClause = {
    Filters: [
      { FieldName: 'RoleId', Operator: 'EqualTo', Value: roleId },
      { FieldName: 'EntityName', Operator: 'EqualTo', Value: entityName },
    ],
  } as const;
  return to === null
    ? { Operation: 'Delete', EntityName: 'RoleAccess', WhereClause }
    : { Operation: 'Update', EntityName: 'RoleAccess', Fields: fieldsOf(scopes), WhereClause };
}

const scopeOf = (value: CloneDifference['To'], operation: Operation): Scope =>
  value === null || typeof value === 'boolean' ? 'None' : value[operation];

/** A value of a difference by parts: operation and scope, or nothing where there is no access. */
export function partsOf(value: CloneDifference['From']): readonly (readonly [string, string])[] {
  if (value === null || typeof value === 'boolean') return [];
  const scopes = OPERATIONS.filter((operation) => value[operation] !== 'None').map(
    (operation) => [operation, value[operation]] as const,
  );
  const fields = value.WritableFields ?? [];
  return fields.length === 0 ? scopes : [...scopes, ['WritableFields', fields.join(', ')]];
}
