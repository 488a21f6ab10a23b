import type { ErrorCode } from '../../core/errors.js';
import { BODY_REFUSALS } from './api-call.js';

/** What any write of records can meet. */
export const WRITE_REFUSALS: readonly ErrorCode[] = [
  ...BODY_REFUSALS,
  'UnknownEntity',
  'UnknownField',
  'IdempotencyMismatch',
  'QueryTimeout',
];

/** What a write can meet besides that its caller's scopes, rules and hooks judge. */
export const JUDGED_WRITE_REFUSALS: readonly ErrorCode[] = [
  ...WRITE_REFUSALS,
  'AdministratorRequired',
  'ScopeNone',
  'OutOfScope',
  'FieldRule',
  'HookRejected',
  'Conflict',
];

/** What a where-clause, and the versions of what it matches, add to that. */
export const MATCH_REFUSALS: readonly ErrorCode[] = ['WhereClauseRequired', 'BadFilter', 'VersionMismatch'];
