import type { ErrorCode } from '#core/errors.js';
import { BulkSummary } from '#records/bulk/bulk-summary.js';

function tallied(...codes: readonly ErrorCode[]): BulkSummary {
  const tally = new BulkSummary();
  for (const [i, code] of codes.entries()) tally.refuse(i, [{ code, message: code }]);
  return tally;
}

// See docs/interface/records.md#bulk-insert
it.each<[readonly ErrorCode[], string, number]>([
  [['Conflict', 'Conflict'], 'Conflict', 2],
  [['Conflict', 'FieldRule'], 'FieldRule', 2],
  [['FieldRule', 'OutOfScope'], 'Validation', 3],
  [['ApprovalLocked', 'ApprovalLocked'], 'ApprovalLocked', 2],
  [['FieldRule', 'ApprovalLocked', 'Conflict'], 'ApprovalLocked', 3],
])('refuses %j with the status of %s', (codes, code, listed) => {
  const refusal = tallied(...codes).refusal();
  expect([refusal.code, refusal.faults.length]).toEqual([code, listed]);
});

it('names the lock in place of the faults that it does not list', () => {
  const tally = tallied(...Array.from({ length: 1_001 }, () => 'ApprovalLocked' as const));
  expect(tally.refusal().faults[0]).toMatchObject({ code: 'ApprovalLocked', params: { Failed: 1_001 } });
});

// Requirement: R127
it('lists 1,000 faults in the order of rows and counts all rows', () => {
  const tally = new BulkSummary();
  for (let i = 1_999; i >= 0; i--) tally.refuse(i, [{ code: 'Conflict', message: 'x' }]);
  expect([tally.failed, tally.rowErrors.length, tally.rowErrors[0].rowIndex]).toEqual([2_000, 1_000, 1_000]);
  expect(tally.refusal().faults[0]).toMatchObject({ code: 'Conflict', params: { Failed: 2_000, Listed: 1_000 } });
});
