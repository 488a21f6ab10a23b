import { written, type Restriction } from './restrictions.js';

/**
 * Classes of members by their writers. `Harmless`: every user in scope. `Compared`: the rights of users and roles are compared before
 * and after the write. `Administrator`: where the restriction says so. `Service`: the service writes it, or judges its
 * writers itself.
 */
export type MemberClass = 'Harmless' | 'Compared' | 'Administrator' | 'Service';

/** Members of a kind that are treated alike, with the reason. A member may have several restrictions. */
export interface ClassedMembers {
  readonly of: MemberClass;
  readonly members: readonly string[];
  readonly why: string;
  /** Present for `Administrator`. */
  readonly restriction?: Restriction;
}

const line =
  (of: MemberClass) =>
  (why: string, ...members: readonly string[]): ClassedMembers => ({ of, members, why });

/** Names of members, which are separated by spaces. */
export const words = (text: string): readonly string[] => text.split(' ');

/** Texts that people read instead of a definition's name. */
export const LABELS = words('Label Help Labels');

export const harmless = line('Harmless');
export const compared = line('Compared');
export const service = line('Service');

/** Members that a restriction reserves for Administrators. */
export const reserved = (why: string, restriction: Restriction, ...members: readonly string[]): ClassedMembers => ({
  ...line('Administrator')(why, ...members),
  restriction,
});

/** Members of a kind that only Administrators write. */
export const ofAdministrators = (why: string, ...members: readonly string[]): readonly ClassedMembers[] => [
  reserved(`every write: ${why}`, written, ...members),
];
