import type { Scopes } from '../../data/entity.js';
import { OPERATIONS } from './role-draft.js';

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

/** A value of a difference by parts: operation and scope, or nothing where there is no access. */
export function partsOf(value: CloneDifference['From']): readonly (readonly [string, string])[] {
  if (value === null || typeof value === 'boolean') return [];
  const scopes = OPERATIONS.filter((operation) => value[operation] !== 'None').map(
    (operation) => [operation, value[operation]] as const,
  );
  const fields = value.WritableFields ?? [];
  return fields.length === 0 ? scopes : [...scopes, ['WritableFields', fields.join(', ')]];
}
