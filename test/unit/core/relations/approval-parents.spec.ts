import { approvalParents, isLockable } from '#core/relations/approval-parents.js';
import { approvalCatalogue } from '../../approvals/core/processes/parts-fixture.js';

const parentsOf = (approved: readonly string[], name: string): readonly string[] => {
  const catalogue = approvalCatalogue(...approved);
  return approvalParents(catalogue, catalogue.entity(name)).map((relation) => relation.name);
};

it('takes entities with a process, an inactive one too, for lockable', () => {
  const catalogue = approvalCatalogue('Offer');
  expect(['Offer', 'Item'].map((name) => isLockable(catalogue.entity(name)))).toEqual([true, false]);
});

// Requirement: T33
it.each<[readonly string[], string, readonly string[]]>([
  [['Offer'], 'Offer', []],
  [['Offer'], 'Item', ['OfferItems']],
  [['Offer'], 'Remark', ['ItemRemarks']],
  [['Offer'], 'Viewing', []],
  [['Offer'], 'Topic', []],
  [['Topic'], 'Topic', ['TopicTopics']],
  [['Item'], 'Item', []],
  [['Item'], 'Remark', ['ItemRemarks']],
  [[], 'Remark', []],
])('with approvals of %j the relations that lead up from %s are %j', (approved, name, relations) => {
  expect(parentsOf(approved, name)).toEqual(relations);
});
