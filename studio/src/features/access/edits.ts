import type { Edits } from '../../queries/use-edits';
import type { RoleDraft, StoredRole } from './role-draft';
import type { StoredUser, UserDraft } from './user-draft';

export type RoleEdits = Edits<RoleDraft, StoredRole>;
export type UserEdits = Edits<UserDraft, StoredUser>;
