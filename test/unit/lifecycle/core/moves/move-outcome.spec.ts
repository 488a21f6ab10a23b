import { MATCH_FAULTS } from '#records/core/matching/match-plan.js';
import { moveOutcome, type MoveAnswer } from '#lifecycle/core/moves/move-outcome.js';
import { mover, moveTo, planOf, RECORD, STATUS, TRANSITION } from './move-fixture.js';

const ctx = mover();
const ID = '40000000-0000-4000-8000-000000000001';
const answer = (faults: unknown, cells: readonly unknown[]): MoveAnswer => ({
  faults: faults === null ? null : JSON.stringify(faults),
  rows: JSON.stringify([[ID, RECORD, ...cells]]),
  moved: null,
  images: null,
});
const plan = planOf(ctx, moveTo(ctx, STATUS.done));
const first = MATCH_FAULTS.length + plan.update.checks.length;
const told = (faults: unknown, cells: readonly unknown[], of = plan): readonly string[] =>
  moveOutcome(of, answer(faults, cells)).records[0].faults.map(({ code, message }) => `${code}: ${message}`);

it('names the transition of a moved record', () => {
  const [record] = moveOutcome(plan, answer(null, [STATUS.open, 0, null, ID])).records;
  expect(record).toMatchObject({
    id: ID,
    recordId: RECORD,
    transition: { id: TRANSITION.finish },
    historyId: ID,
    faults: [],
  });
});

// Requirement: R165
it.each<[string, readonly (string | null)[], readonly string[]]>([
  ['validators that fail', ['{t,f}', '{f}'], ['ValidatorFailed: Not paid.', 'ValidatorFailed: Too big.']],
  ['filters that fail', ['{f,t}', null], ['TransitionNotAllowed: The record cannot move from Open to Done.']],
  ['another status', [null, null], ['TransitionNotAllowed: The record cannot move from Open to Done.']],
])('explains %s', (_, held, faults) => {
  expect(told([[first, ID]], [STATUS.open, null, held, null])).toEqual(faults);
});

// Requirement: R165
it('explains an unknown target and a record without a status', () => {
  const unknown = planOf(ctx, moveTo(ctx, RECORD));
  const at = MATCH_FAULTS.length + unknown.update.checks.length;
  expect(told([[at, ID]], [STATUS.open, null, [], null], unknown)).toEqual([
    'TransitionNotAllowed: The lifecycle Jobs has no status with this id.',
  ]);
  expect(told([[first, ID]], [null, null, [null, null], null])).toEqual([
    'TransitionNotAllowed: The record stands in no status of Jobs, so it cannot move to Done.',
  ]);
});

it('names required fields, and hides conditions behind faults of assigned values', () => {
  expect(told([[first + 1, ID]], [STATUS.open, 0, null, null])).toEqual([
    'FieldRule: Title is required for this status.',
  ]);
  expect(
    told(
      [
        [1, ID],
        [first, ID],
      ],
      [STATUS.open, null, ['{t,f}', null], null],
    ),
  ).toEqual(['OutOfScope: This record is outside of your scope.']);
});
