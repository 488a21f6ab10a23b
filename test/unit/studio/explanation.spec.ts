import {
  asClause,
  decidingReason,
  type Explanation,
  givingRoles,
  type Reason,
} from '../../../studio/src/features/access/explanation.js';

const reason = (Kind: Reason['Kind'], Text: string, Name = 'Customer'): Reason => ({ Kind, Name, Text });
const refused = (Scope: Explanation['Scope'], ...Reasons: Reason[]): Explanation => ({
  Allowed: false,
  Scope,
  Reasons,
});

// See docs/interface/access.md#explain-access
describe('explanation', () => {
  const role = reason('Role', 'The role gives scope Own to delete Customer.', 'SalesRep');
  const owns = reason('Owner', 'The user owns the record.');
  const lock = reason('Lock', 'An approval of the record is open.', 'ApprovalRequest');

  it('names a missing scope rather than the owner', () => {
    const none = reason('Scope', 'No role gives a scope to delete Customer.');
    const other = reason('Owner', 'The user does not own the record.');
    expect(decidingReason(refused('None', none, other))).toBe(none);
    expect(decidingReason(refused('None', none, owns))).toBe(none);
  });

  it('passes over reasons that speak for the operation', () => {
    expect(decidingReason(refused('Own', role, owns, lock))).toBe(lock);
    const team = reason('Team', 'The record belongs to this team of the user, or to one below it.');
    expect(decidingReason(refused('Team', role, team, lock))).toBe(lock);
    const all = reason('Scope', 'Scope All covers every record.');
    expect(decidingReason(refused('All', role, all, lock))).toBe(lock);
    const everyone = reason('Rule', 'Every member has scope Own to update Notification.');
    const other = reason('Owner', 'The user does not own the record.');
    expect(decidingReason(refused('Own', everyone, other))).toBe(other);
  });

  it('names the owner or the team outside of which a record is', () => {
    const owner = reason('Owner', 'The user does not own the record.');
    expect(decidingReason(refused('Own', role, owner))).toBe(owner);
    const team = reason('Team', 'The record belongs to no team of the user, and to none below them.');
    expect(decidingReason(refused('Team', role, team))).toBe(team);
    const unread = reason('Scope', 'The record is outside of the read scope.');
    expect(decidingReason(refused('Own', role, owns, unread))).toBe(unread);
  });

  it('decides by a blocked transition only where there is one', () => {
    const submit = reason('Transition', 'Leads to Submitted. Blocked: Lines are missing.', 'Submit');
    const cancel = reason('Transition', 'Leads to Cancelled. Hidden: its filters do not hold.', 'Cancel');
    const granted = reason('Permission', 'The transition Submit needs this permission; SalesRep gives it.', 'P');
    expect(decidingReason(refused('Own', role, owns, submit, granted))).toBe(submit);
    expect(decidingReason(refused('Own', role, owns, submit, cancel))).toBeUndefined();
  });

  it('names an inactive user', () => {
    const inactive = reason('Rule', 'The user is not active.', 'IsActive');
    expect(decidingReason(refused('None', inactive))).toBe(inactive);
  });

  it('has no deciding reason where the operation is allowed', () => {
    expect(decidingReason({ Allowed: true, Scope: 'Own', Reasons: [role, owns] })).toBeUndefined();
  });

  it('names the roles that give the widest scope alone, each once', () => {
    const wide = reason('Role', 'The role gives scope All to delete Customer.', 'Auditor');
    expect(givingRoles({ Allowed: true, Scope: 'All', Reasons: [role, wide, wide] })).toEqual(['Auditor']);
  });

  it('continues a sentence, and keeps names as they are', () => {
    expect(asClause('No role gives a scope to delete Customer.')).toBe('no role gives a scope to delete Customer');
    expect(asClause('Order has no active lifecycle.')).toBe('Order has no active lifecycle');
    expect(asClause('Anna has none.')).toBe('Anna has none');
  });
});
