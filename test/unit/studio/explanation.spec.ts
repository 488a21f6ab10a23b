import {
  decidingReason,
  type Explanation,
  givingRoles,
  type Reason,
} from '../../../studio/src/features/access/explanation.js';

const reason = (Kind: Reason['Kind'], Code: string, Refuses: boolean, Name = 'Customer'): Reason => ({
  Kind,
  Name,
  Code,
  Params: Code === 'RoleScope' ? { Scope: Name === 'Auditor' ? 'All' : 'Own' } : {},
  Refuses,
  Text: Code,
});
const refused = (Scope: Explanation['Scope'], ...Reasons: Reason[]): Explanation => ({
  Allowed: false,
  Scope,
  Reasons,
});

// See docs/interface/access.md#explain-access
describe('explanation', () => {
  const role = reason('Role', 'RoleScope', false, 'SalesRep');
  const owns = reason('Owner', 'OwnRecord', false);
  const lock = reason('Lock', 'RecordLocked', true, 'ApprovalRequest');

  it('names a missing scope rather than the owner', () => {
    const none = reason('Scope', 'NoScope', true);
    const other = reason('Owner', 'OtherOwner', true);
    expect(decidingReason(refused('None', none, other))).toBe(none);
    expect(decidingReason(refused('None', none, owns))).toBe(none);
  });

  it('passes over reasons that speak for the operation', () => {
    expect(decidingReason(refused('Own', role, owns, lock))).toBe(lock);
    const team = reason('Team', 'TeamRecord', false);
    expect(decidingReason(refused('Team', role, team, lock))).toBe(lock);
    const all = reason('Scope', 'AnyRecord', false);
    expect(decidingReason(refused('All', role, all, lock))).toBe(lock);
    const everyone = reason('Rule', 'MemberScope', false);
    const other = reason('Owner', 'OtherOwner', true);
    expect(decidingReason(refused('Own', everyone, other))).toBe(other);
  });

  it('names the owner or the team outside of which a record is', () => {
    const owner = reason('Owner', 'OtherOwner', true);
    expect(decidingReason(refused('Own', role, owner))).toBe(owner);
    const team = reason('Team', 'OtherTeam', true);
    expect(decidingReason(refused('Team', role, team))).toBe(team);
    const unread = reason('Scope', 'NotReadable', true);
    expect(decidingReason(refused('Own', role, owns, unread))).toBe(unread);
  });

  it('decides by a blocked transition only where there is one', () => {
    const submit = reason('Transition', 'TransitionBlocked', true, 'Submit');
    const cancel = reason('Transition', 'TransitionHidden', true, 'Cancel');
    const granted = reason('Permission', 'TransitionPermission', false, 'P');
    expect(decidingReason(refused('Own', role, owns, submit, granted))).toBe(submit);
    expect(decidingReason(refused('Own', role, owns, submit, cancel))).toBeUndefined();
  });

  it('names an inactive user', () => {
    const inactive = reason('Rule', 'UserInactive', true, 'IsActive');
    expect(decidingReason(refused('None', inactive))).toBe(inactive);
  });

  it('has no deciding reason where the operation is allowed', () => {
    expect(decidingReason({ Allowed: true, Scope: 'Own', Reasons: [role, owns] })).toBeUndefined();
  });

  it('names the roles that give the widest scope alone, each once', () => {
    const wide = reason('Role', 'RoleScope', false, 'Auditor');
    expect(givingRoles({ Allowed: true, Scope: 'All', Reasons: [role, wide, wide] })).toEqual(['Auditor']);
  });
});
