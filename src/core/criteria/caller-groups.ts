import type { Field } from '#core/catalogue/field.js';
import type { Principal } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';

/** Global that stands for several ids of the caller. */
export interface CallerGroup {
  readonly target: 'Team' | 'Role';
  readonly idsOf: (caller: Principal) => readonly string[];
}

const GROUPS: Readonly<Record<string, CallerGroup>> = {
  myteams: { target: 'Team', idsOf: ({ teamIds }) => teamIds },
  myroles: { target: 'Role', idsOf: ({ roleIds }) => roleIds },
};

/** Finds the group that a global names, in any letter case. */
export const groupNamed = (json: JsonValue): CallerGroup | undefined =>
  typeof json === 'string' ? GROUPS[json.trim().toLowerCase()] : undefined;

/** Tells whether a field holds ids that can be those of the target. */
export const isIdOf = (field: Field, target: 'User' | 'Team' | 'Role'): boolean =>
  field.type === 'Uuid' || field.target === target;

/** Lists the globals that a field can be compared with, for messages. */
export function globalsOf(field: Field): string {
  if (field.type === 'Date' || field.type === 'DateTime') {
    return 'the globals Now, Today, StartOfWeek, StartOfMonth, StartOfQuarter, StartOfYear, each also ± N h, d, w, m, y';
  }
  const names = [
    isIdOf(field, 'User') && 'Me',
    isIdOf(field, 'Team') && 'MyTeams (IN and NOTIN only)',
    isIdOf(field, 'Role') && 'MyRoles (IN and NOTIN only)',
  ];
  return `${names.filter(Boolean).join(' and ') || 'no'} as a global`;
}
