import { LOCKED, lockFaults } from '#records/core/matching/lock-faults.js';
import { approvalCatalogue } from '../../../approvals/core/processes/parts-fixture.js';

const offer = approvalCatalogue().entity('Offer');

it('names each readable record, and all others by one fault without id', () => {
  expect(lockFaults(offer, [])).toEqual([]);
  const faults = lockFaults(offer, [{ id: 'a' }, { id: null }, { id: 'b' }, { id: null }]);
  const params = { EntityName: 'Offer' };
  expect(faults.slice(0, 2)).toEqual(['a', 'b'].map((recordId) => ({ ...LOCKED, recordId, params })));
  expect(faults.slice(2)).toEqual([{ code: 'ApprovalLocked', message: expect.stringContaining('would change') }]);
});
