import { LOCKED } from '#records/core/matching/lock-faults.js';
import { matchFaults, rowFaults } from '#records/core/matching/match-faults.js';
import { matchedCte, matchFaultSelects } from '#records/core/matching/match.sql.js';
import type { MatchPlan } from '#records/core/matching/match-plan.js';
import { matchKey, planMatch } from '#records/core/matching/plan-match.js';
import { EVERYTHING } from '#core/criteria/criterion.js';
import { Args } from '#core/statements/args.js';
import { render } from '#core/sql/sql.js';
import { approvalContext } from '../../../approvals/core/processes/parts-fixture.js';

const ctx = approvalContext(['Offer']);
const planOf = (name: string, more: Partial<MatchPlan> = {}): MatchPlan => {
  const matching = { criterion: EVERYTHING, args: new Args(ctx) };
  return { ...planMatch(ctx, ctx.catalogue.entity(name), 'update', matching, false), ...more };
};
const textsOf = (plan: MatchPlan): readonly string[] =>
  [matchedCte(ctx, plan), ...matchFaultSelects(ctx, plan)].map((part) => render(part).text);

// Requirement: R144, R180
it('finds the records that an approval locks among the matched ones', () => {
  const [matched, ...faults] = textsOf(planOf('Offer'));
  expect(matched).toContain('t."IsDeleted", t."ApprovalRequestId" FROM');
  expect(faults.at(-1)).toBe('SELECT 3.5, m."Id" FROM m WHERE m."ApprovalRequestId" IS NOT NULL');
});

it.each<[string, MatchPlan]>([
  ['entities without approvals', planOf('Viewing')],
  ['parts of approved records, which are found before COMMIT', planOf('Item')],
  ['deleted records', planOf('Offer', { rows: 'deleted' })],
  ['the approval engine itself', planOf('Offer', { ignoresLock: true })],
])('does not look for: %s', (_, plan) => {
  expect(textsOf(plan).join(' ')).not.toContain('ApprovalRequestId');
});

// Requirement: R185
it('has a key of its own for the approval engine', () => {
  expect(matchKey(ctx, planOf('Offer', { ignoresLock: true }))).not.toBe(matchKey(ctx, planOf('Offer')));
});

it('becomes a fault with the Id of the record, and no fault of a check', () => {
  const found = '[[3.5,"0b1059ed-5b70-4550-80ae-7c8a6ffb76ff"]]';
  expect(matchFaults({}, found)).toEqual([{ ...LOCKED, recordId: '0b1059ed-5b70-4550-80ae-7c8a6ffb76ff' }]);
  expect(rowFaults([], found)).toEqual([]);
});
