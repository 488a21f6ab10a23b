import type { ErrorCode } from '#core/errors.js';
import { BODY_REFUSALS } from './api-call.js';

/** Error codes of every write of records. */
export const WRITE_REFUSALS: readonly ErrorCode[] = [
  ...BODY_REFUSALS,
  'UnknownEntity',
  'UnknownField',
  'IdempotencyMismatch',
  'QueryTimeout',
];

/** Error codes of writes that are checked by scopes, rules and hooks. */
export const JUDGED_WRITE_REFUSALS: readonly ErrorCode[] = [
  ...WRITE_REFUSALS,
  'AdministratorRequired',
  'ScopeNone',
  'OutOfScope',
  'ApprovalLocked',
  'FieldRule',
  'HookRejected',
  'Conflict',
  'HookUnavailable',
];

/** Further error codes of writes with a where-clause or an expected version. */
export const MATCH_REFUSALS: readonly ErrorCode[] = ['WhereClauseRequired', 'BadFilter', 'VersionMismatch'];
