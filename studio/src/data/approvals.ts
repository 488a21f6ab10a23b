import { t } from '../text/text';
import { type Row, words } from './entity';
import { textOf } from './exact';

/** Approvers of a step; several members add up (docs/approvals.md#designing-a-process). */
interface Approvers {
  readonly Users?: readonly string[];
  readonly Role?: string;
  readonly WithinOwnerTeam?: boolean;
  readonly Team?: string;
  readonly OwnerManager?: boolean;
  readonly Field?: string;
}

/** A step of an approval, as its request keeps it. */
export interface ApprovalStep {
  readonly Name: string;
  readonly Sequence: number;
  readonly Rule: 'Any' | 'All' | { readonly Count: number };
  readonly Approvers?: Approvers;
}

/** The step that an ApprovalRequest is at. */
export function currentStep(request: Row | undefined): ApprovalStep | undefined {
  const steps = Array.isArray(request?.Steps) ? (request.Steps as readonly ApprovalStep[]) : [];
  return steps.find(({ Sequence }) => String(Sequence) === textOf(request?.CurrentStep));
}

/** Names the approvers of a step, such as "the role Sales manager in the team of the owner". */
export function approversText({ Approvers: approvers = {} }: ApprovalStep): string {
  const { Users = [], Role, WithinOwnerTeam, Team, OwnerManager, Field } = approvers;
  const role = Role === undefined ? [] : [t(WithinOwnerTeam ? 'approvers.ownRole' : 'approvers.role', { name: Role })];
  return [
    ...Users,
    ...role,
    ...(Team === undefined ? [] : [t('approvers.team', { name: Team })]),
    ...(OwnerManager === true ? [t('approvers.manager')] : []),
    ...(Field === undefined ? [] : [t('approvers.field', { name: words(Field) })]),
  ].join(', ');
}

/** Says how many of the approvers of a step have to agree. */
export function ruleText({ Rule }: ApprovalStep): string {
  if (typeof Rule === 'object') return t('rule.Count', { count: Rule.Count });
  return t(Rule === 'All' ? 'rule.All' : 'rule.Any');
}
