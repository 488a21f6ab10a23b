import * as fc from 'fast-check';
import type { RandomField } from './random-entities.js';
import type { Call, Operand } from './filter-model.js';

type Global = Extract<Operand, { from: 'global' }>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A day some months later, at the month's last day where it does not exist. */
function plusMonths(day: Date, count: number): Date {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + count];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day.getUTCDate(), lastDay)));
}

const MOVES: Readonly<Record<string, (day: Date, count: number) => Date>> = {
  d: (day, count) => new Date(day.getTime() + count * DAY_MS),
  w: (day, count) => new Date(day.getTime() + count * 7 * DAY_MS),
  m: plusMonths,
  y: (day, count) => plusMonths(day, count * 12),
};

/** From today, in UTC, the environment's time zone. */
const STARTS: Readonly<Record<string, (year: number, month: number, day: number, weekday: number) => number>> = {
  Today: (year, month, day) => Date.UTC(year, month, day),
  StartOfWeek: (year, month, day, weekday) => Date.UTC(year, month, day - ((weekday + 6) % 7)),
  StartOfMonth: (year, month) => Date.UTC(year, month, 1),
  StartOfQuarter: (year, month) => Date.UTC(year, Math.floor(month / 3) * 3, 1),
  StartOfYear: (year) => Date.UTC(year, 0, 1),
};

const startOf = (name: string, at: Date): Date =>
  new Date(STARTS[name](at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCDay()));

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const signed = (count: number): string => (count < 0 ? `-${-count}` : `+${count}`);

const offset = fc.integer({ min: -40, max: 40 });

/** Days: a start and an offset in days, weeks, months or years (docs/interface/queries.md#value-types-and-globals). */
const days: fc.Arbitrary<Global> = fc
  .record({
    start: fc.constantFrom(...Object.keys(STARTS)),
    move: fc.option(fc.tuple(offset, fc.constantFrom(...Object.keys(MOVES)))),
  })
  .map(({ start, move }) => ({
    from: 'global',
    name: move ? `${start}${signed(move[0])}${move[1]}` : start,
    value: ({ at }) => [dayOf(move ? MOVES[move[1]](startOf(start, at), move[0]) : startOf(start, at))],
  }));

/** The present, moved by hours; a Date field sees the day of it. */
const present = (kind: RandomField['kind']): fc.Arbitrary<Global> =>
  offset.map((hours) => ({
    from: 'global',
    name: `Now${signed(hours)}h`,
    value: ({ at }: Call) => {
      const moved = new Date(at.getTime() + hours * HOUR_MS);
      return [kind === 'date' ? dayOf(moved) : moved.toISOString()];
    },
  }));

const me: fc.Arbitrary<Global> = fc.constant({ from: 'global', name: 'Me', value: ({ user }: Call) => [user.Id] });

const myTeams: fc.Arbitrary<Global> = fc.constant({
  from: 'global',
  name: 'MyTeams',
  value: ({ env, user }: Call) =>
    env.organisation.Teams.filter(({ Name }) => user.Teams.includes(Name)).map((t) => t.Id),
});

/** The globals that have a meaning for a field and an operator of one operand or a list. */
export function globalFor({ kind, target }: RandomField, operator: string): fc.Arbitrary<Global> | undefined {
  const isList = operator === 'IN' || operator === 'NOTIN';
  if (target === 'Team') return isList ? myTeams : undefined;
  if (target === 'User') return me;
  if (kind === 'date' || kind === 'datetime') return fc.oneof(days, present(kind));
  return undefined;
}
