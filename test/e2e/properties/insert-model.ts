import { groupedBy } from '#core/grouped-by.js';
import { USER, TEAM } from '../../support/demo.js';
import type { Learnt, PlannedInsert, Who } from './insert-actions.js';

/** Users of the demo who create or read customers here, with the team that their records belong to. */
export const CREATOR: Readonly<Partial<Record<Who, { readonly id: string; readonly team: string }>>> = {
  'nina.north': { id: USER.nina, team: TEAM.salesNorth },
  'nils.north': { id: USER.nils, team: TEAM.salesNorth },
  'sara.south': { id: USER.sara, team: TEAM.salesSouth },
  'mona.manager': { id: USER.mona, team: TEAM.salesNorth },
  'ada.admin': { id: USER.ada, team: TEAM.management },
  'erp.bot': { id: USER.erp, team: TEAM.management },
};

/** Users whose hubs are listened to, and whose customers each of them reads. */
export const READERS: Readonly<Record<string, (owner: Who) => boolean>> = {
  'ada.admin': () => true,
  'nina.north': (owner) => owner === 'nina.north',
  'sara.south': (owner) => owner === 'sara.south',
  'mona.manager': (owner) => CREATOR[owner]!.team === TEAM.salesNorth,
};

const STORED = '200';
const CLASH = '409 Conflict TaxId';
const NOT_READABLE = '400 Validation ParentCustomerId';

/** Creators who read the parent that an insert of a part names. */
const PARENT_READERS: ReadonlySet<Who> = new Set(['sara.south', 'ada.admin', 'erp.bot']);

/** Verdict of an insert that nobody else can change. @returns undefined for one that claims a value */
function ownVerdict({ who, what }: PlannedInsert): string | undefined {
  if (who === 'dirk.disabled') return '401 TokenInvalid';
  if (!CREATOR[who]) return '403 ScopeNone';
  if (what === 'rule') return '400 FieldRule AccountManagerId';
  if (what === 'target') return '400 Validation RegionId';
  if (what === 'malformed') return '400 FieldRule TaxId';
  if (what === 'part' && !PARENT_READERS.has(who)) return NOT_READABLE;
  return what === 'claim' ? undefined : STORED;
}

/** An insert with what its requests came to. */
export type Told = readonly [PlannedInsert, readonly Learnt[]];

const isOf = (user: Who, [{ who }]: Told): boolean => user === who;
const verdictOf = ([, [{ verdict }]]: Told): string => verdict;

/**
 * Tells what is wrong with the verdicts of a wave that claims values which no other wave claims: an insert of valid
 * values is stored unless another one has taken its unique value, and of those with one value exactly one is stored.
 * @param leaving a user who was deactivated meanwhile: each of their inserts was in time or not
 */
export function wrongVerdicts(wave: readonly Told[], leaving: Who | undefined): readonly unknown[] {
  const late = (told: Told): boolean =>
    leaving !== undefined && isOf(leaving, told) && verdictOf(told) === '401 TokenInvalid';
  const inTime = wave.filter((told) => !late(told));
  const claims = inTime.filter(([insert]) => ownVerdict(insert) === undefined);
  const wrong = inTime.filter((told) => {
    const expected = ownVerdict(told[0]);
    return expected !== undefined && verdictOf(told) !== expected;
  });
  return [
    ...wrong.map(([{ name, who, what }, learnt]) => ({ name, who, what, learnt })),
    ...[...groupedBy(claims, ([{ claim }]) => claim).values()].flatMap(wrongClaims),
  ];
}

function wrongClaims(claims: readonly Told[]): readonly unknown[] {
  const real = claims.filter(([{ how }]) => how !== 'dryRun').map(verdictOf);
  const expected = real.length === 0 ? [] : [STORED, ...real.slice(1).map(() => CLASH)];
  const rehearsed = claims.filter(([{ how }]) => how === 'dryRun').map(verdictOf);
  const odd = rehearsed.filter((verdict) => verdict !== STORED && verdict !== CLASH);
  return real.toSorted().join() === expected.join() && odd.length === 0 ? [] : [{ real, rehearsed }];
}

/** Inserts that have left a record. */
export const storedOf = (wave: readonly Told[]): readonly Told[] =>
  wave.filter((told) => verdictOf(told) === STORED && told[0].how !== 'dryRun');
