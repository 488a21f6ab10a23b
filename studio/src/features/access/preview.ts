import type { Scope } from '../../data/entity';
import type { Answer } from '../../data/service';
import type { Operation } from './role-draft';

/** Records that users gain or lose; null where they were not counted. */
export interface Counts {
  readonly Gained: number | null;
  readonly Lost: number | null;
}

export interface PreviewedEntity extends Counts {
  readonly EntityName: string;
  readonly Operation: Operation;
  readonly Users: number;
  readonly Sample: readonly {
    readonly Id: string;
    readonly RecordInformationId: string;
    readonly Text: string | null;
  }[];
}

export interface PreviewedUser extends Counts {
  readonly UserId: string;
  readonly UserName: string;
  readonly EntityName: string;
  readonly Operation: Operation;
  readonly From: Scope;
  readonly To: Scope;
}

/** Answer of `POST /access/preview`. */
export interface AccessPreview {
  readonly Summary: readonly PreviewedEntity[];
  readonly Users: readonly PreviewedUser[];
}

/** Answer of `POST /access/preview` with the mark that users have been left out. */
export type AccessPreviewAnswer = Answer<AccessPreview> & { readonly Truncated?: boolean };

export const isNothing = ({ Users, Summary }: AccessPreview): boolean => Users.length === 0 && Summary.length === 0;

/** Most records that the service counts. */
export const MOST_COUNTED = 1000;
