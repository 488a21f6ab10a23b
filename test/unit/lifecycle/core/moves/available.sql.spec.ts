import { MOVES_BLOCKED } from '#records/core/matching/lock-faults.js';
import { availableMoves } from '#lifecycle/core/moves/available.js';
import { compileAvailable, type AvailableRow } from '#lifecycle/core/moves/available.sql.js';
import { evaluatedTransitions } from '#lifecycle/core/moves/transition-conditions.js';
import { Args } from '#core/statements/args.js';
import { JOB, mover, RECORD, STATUS, textOf } from './move-fixture.js';

const ctx = mover();
const args = new Args(ctx);
const evaluated = evaluatedTransitions(ctx, JOB.entity, JOB.lifecycle.transitions, args);
const row = (more: Partial<AvailableRow>): AvailableRow => ({
  id: RECORD,
  status: STATUS.open,
  held: '[null,"{t,t}","{f}"]',
  writable: true,
  locked: false,
  blocked: false,
  submits: '[]',
  ...more,
});
const lists = (of: AvailableRow): readonly unknown[] => {
  const { open, blocked } = availableMoves(JOB.lifecycle, evaluated, of);
  return [
    open.map(({ name }) => name),
    blocked.map(({ transition, faults }) => [transition.name, ...faults.map(({ message }) => message)]),
  ];
};

// Requirement: R162
it('reads the record by the rights of the caller, without a lock', () => {
  const text = textOf(
    compileAvailable(ctx, JOB.entity, JOB.lifecycle, {
      evaluated,
      recordId: args.add(RECORD, 'uuid'),
      submissions: [],
    }),
  );
  expect(text).toContain('false AS locked, false AS blocked');
  expect(text).not.toContain('FOR ');
});

// Requirement: R163
it('separates open from blocked moves', () => {
  expect(lists(row({}))).toEqual([['Finish'], [['Drop', 'Too big.']]]);
  expect(lists(row({ blocked: true, submits: '[false,true,false]' }))).toEqual([
    ['Finish'],
    [['Drop', MOVES_BLOCKED.message, 'Too big.']],
  ]);
  expect(lists(row({ writable: false, locked: true }))).toEqual([
    [],
    [
      ['Finish', 'You may not update this record.', 'The record is locked: an approval is pending.'],
      ['Drop', 'You may not update this record.', 'The record is locked: an approval is pending.', 'Too big.'],
    ],
  ]);
  expect(availableMoves(JOB.lifecycle, evaluated, row({ status: RECORD, held: '[null,null,null]' }))).toEqual({
    fromStatusId: null,
    open: [],
    blocked: [],
    hidden: [],
  });
});
