import { conflictsOf, rebased } from '../../data/conflicts';
import { assign, type Draft, setField } from '../../data/draft';
import type { Row } from '../../data/entity';
import {
  countLinks,
  type LinkDraft,
  type LinkKind,
  linkSteps,
  MEMBERS_OF_TEAM,
  NO_LINKS,
  rebaseLinks,
  ROLES_OF_USER,
  type StoredLink,
  TEAMS_OF_USER,
} from './links';
import { type Step, type Stored, updateStep } from './steps';

/** An entity whose records are edited together with the rows that link them to others. */
export interface Linked<Part extends string> {
  readonly entityName: 'User' | 'Team';
  readonly parts: Readonly<Record<Part, LinkKind>>;
}

export const USER: Linked<'roles' | 'teams'> = {
  entityName: 'User',
  parts: { roles: ROLES_OF_USER, teams: TEAMS_OF_USER },
};
export const TEAM: Linked<'members'> = { entityName: 'Team', parts: { members: MEMBERS_OF_TEAM } };

/** A record as it is stored, with its links. */
export interface StoredLinked<Part extends string> extends Stored {
  readonly row: Row;
  readonly links: Readonly<Record<Part, readonly StoredLink[]>>;
}

/** Changes of a record and its links that have not been saved. */
export interface LinkedDraft<Part extends string> {
  readonly changes: Row;
  readonly links: Readonly<Partial<Record<Part, LinkDraft>>>;
}

export const EMPTY_LINKED_DRAFT = { changes: {}, links: {} } as const;

const partsOf = <Part extends string>({ parts }: Linked<Part>): readonly (readonly [Part, LinkKind])[] =>
  Object.entries<LinkKind>(parts) as [Part, LinkKind][];

export const linksOf = <Part extends string>({ links }: LinkedDraft<Part>, part: Part): LinkDraft =>
  links[part] ?? NO_LINKS;

export const countLinkedChanges = ({ changes, links }: LinkedDraft<string>): number =>
  Object.values(links).reduce((sum, draft) => sum + countLinks(draft ?? NO_LINKS), Object.keys(changes).length);

/** Sets a field; one that has its stored value again is no change any more. */
export const changeField = <Part extends string>(
  draft: LinkedDraft<Part>,
  { row }: StoredLinked<Part>,
  name: string,
  value: unknown,
): LinkedDraft<Part> => ({ ...draft, changes: setField(draft.changes, row, name, value) });

/** Steps of one batch that save the draft; a primary team comes after the membership that it needs. */
export function linkedSteps<Part extends string>(
  kind: Linked<Part>,
  draft: LinkedDraft<Part>,
  stored: StoredLinked<Part>,
): readonly Step[] {
  const links = partsOf(kind).flatMap(([part, linkKind]) =>
    linkSteps(linkKind, stored.rowId, linksOf(draft, part), stored.links[part]),
  );
  const isChanged = Object.keys(draft.changes).length > 0;
  return isChanged ? [...links, updateStep(kind.entityName, stored, assign(draft.changes))] : links;
}

/** Keeps the changes that nobody else has changed meanwhile. @param base what was stored when the draft began */
export function rebaseLinked<Part extends string>(
  draft: LinkedDraft<Part>,
  base: StoredLinked<Part>,
  current: StoredLinked<Part>,
): LinkedDraft<Part> {
  const mine: Draft = { changes: draft.changes, children: {} };
  const now = { row: current.row, children: {} };
  const sides = Object.fromEntries(conflictsOf(mine, base.row, now).map(({ place }) => [place, 'theirs' as const]));
  const links = Object.entries<LinkDraft | undefined>(draft.links).map(([part, each]) => [
    part,
    rebaseLinks(each ?? NO_LINKS, current.links[part as Part]),
  ]);
  return { changes: rebased(mine, now, sides).changes, links: Object.fromEntries(links) as LinkedDraft<Part>['links'] };
}

/** Tells whether another user has changed what a draft began with. */
export const isSameLinked = <Part extends string>(a: StoredLinked<Part>, b: StoredLinked<Part>): boolean =>
  versionsOf(a) === versionsOf(b);

const versionsOf = ({ rowId, version, links }: StoredLinked<string>): string =>
  [{ rowId, version }, ...Object.values(links).flat()]
    .map((row) => `${row.rowId} ${String(row.version)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join();
