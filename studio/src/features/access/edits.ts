import type { Edits } from '../../queries/use-edits';
import type { LinkedDraft, StoredLinked } from './linked-draft';
import type { RoleDraft, StoredRole } from './role-draft';

export type RoleEdits = Edits<RoleDraft, StoredRole>;
export type LinkedEdits<Part extends string> = Edits<LinkedDraft<Part>, StoredLinked<Part>>;
export type UserEdits = LinkedEdits<'roles' | 'teams'>;
