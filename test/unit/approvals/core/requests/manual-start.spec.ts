import type { ApprovalProcess } from '#core/catalogue/approval-process.js';
import { processToStart, type ManualRecord, type ManualRequest } from '#approvals/core/requests/manual-start.js';

const process = (id: string): ApprovalProcess => ({ id, name: id }) as ApprovalProcess;

const record = (met: Readonly<Record<string, boolean>>, more: Partial<ManualRecord> = {}): ManualRecord => ({
  ownerId: 'olga',
  isLocked: false,
  isInScope: true,
  processes: Object.entries(met).map(([id, isMet]) => ({ process: process(id), isMet })),
  ...more,
});

// Requirement: R186
it.each<[what: string, request: Partial<ManualRequest>, record: ManualRecord, outcome: string]>([
  ['starts the only process', {}, record({ a: true }), 'a'],
  ['starts the only process that fits', {}, record({ a: false, b: true }), 'b'],
  ['starts the named process', { processId: 'b' }, record({ a: true, b: true }), 'b'],
  ['takes the owner of the record', { foreignOwnerId: 'olga' }, record({ a: true }), 'a'],
  ['refuses to guess among several', {}, record({ a: true, b: true }), 'Validation ProcessId'],
  ['refuses where none fits', {}, record({ a: false }), 'Validation RecordId'],
  ['refuses where none is active', {}, record({}), 'Validation RecordId'],
  [
    'refuses the named process that does not fit',
    { processId: 'a' },
    record({ a: false, b: true }),
    'Validation RecordId',
  ],
  ['refuses an unknown process', { processId: 'c' }, record({ a: true }), 'Validation ProcessId'],
  ['refuses another owner', { foreignOwnerId: 'otto' }, record({ a: true }), 'Validation OwnerId'],
  ['refuses owners out of scope first', { processId: 'c' }, record({}, { isInScope: false }), 'OutOfScope RecordId'],
  ['refuses a second request last', {}, record({ a: true }, { isLocked: true }), 'Conflict RecordId'],
  ['refuses criteria before a second request', {}, record({ a: false }, { isLocked: true }), 'Validation RecordId'],
])('%s', (_, request, found, outcome) => {
  const chosen = processToStart({ processId: null, foreignOwnerId: null, ...request }, found);
  expect('code' in chosen ? `${chosen.code} ${chosen.fieldName}` : chosen.id).toBe(outcome);
});
