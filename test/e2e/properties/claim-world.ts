import { ClaimApp, type Claimant, type ClaimIds } from '../../support/claim-fixture.js';
import { storedClaims, type StoredClaim, textOf } from '../../support/claim-state.js';
import { type Action, actorOf, send, type Target, verdictOf, conditionResultsOf } from './claim-actions.js';
import * as model from './claim-model.js';
import { type ModelClaim, type ModelRequest, openRequest } from './claim-rights.js';

/** A claim of the service and of the model. */
export interface WorldClaim {
  readonly ids: ClaimIds;
  readonly expected: ModelClaim;
}

/** Claims that one run writes, in the service and in the model. */
export class ClaimWorld {
  readonly claims: WorldClaim[] = [];

  constructor(private readonly service: ClaimApp) {}

  /** Does an action in the service and in the model. @returns actual and expected results, which are equal */
  async act(action: Action): Promise<{ readonly actual: unknown; readonly expected: unknown }> {
    const chosen = this.#chosen(action);
    const targets = chosen.map(targetOf);
    const user = actorOf(action.who, targets[0]);
    const answer = await send(this.service.as(user), action, targets);
    if (action.kind === 'bulkMove') {
      const expected = chosen.map((claim) => model.move(user, claim.expected, action.to));
      return { actual: [answer.status, conditionResultsOf(answer)], expected: [200, expected] };
    }
    if (action.kind !== 'insert')
      return { actual: verdictOf(answer), expected: apply(user, action, chosen[0].expected) };
    const expected = model.insert(user, action.amount);
    if (answer.status === 200 && expected) {
      const { Id: id, RecordInformationId: recordId } = answer.body.Result;
      this.claims.push({ ids: { id, recordId, line: await this.service.lineOf(id) }, expected });
    }
    return { actual: verdictOf(answer), expected: expected ? '200' : '403 ScopeNone' };
  }

  /** Reads the stored claims, with those that the model expects. */
  async states(): Promise<{ readonly actual: readonly string[]; readonly expected: readonly string[] }> {
    const stored = await storedClaims(
      this.service,
      this.claims.map(({ ids }) => ids.id),
    );
    const actual = this.claims.map(({ ids, expected }) => textOf(learn(stored.get(ids.id)!, expected)));
    return { actual, expected: this.claims.map(({ expected }) => textOf(model.expectedClaim(expected))) };
  }

  #chosen(action: Action): readonly WorldClaim[] {
    if (action.kind === 'insert') return [];
    const locked = this.claims.filter(({ expected }) => openRequest(expected));
    // Most decisions are about open requests.
    const from = action.kind === 'decide' && action.claim % 5 > 0 && locked.length > 0 ? locked : this.claims;
    const count = action.kind === 'bulkMove' ? Math.min(3, from.length) : 1;
    return Array.from({ length: count }, (_, i) => from[(action.claim + i) % from.length]);
  }
}

function apply(user: Claimant, action: Exclude<Action, { kind: 'insert' | 'bulkMove' }>, claim: ModelClaim): string {
  switch (action.kind) {
    case 'edit':
      return model.edit(user, claim, action.amount);
    case 'editLine':
      return model.edit(user, claim);
    case 'move':
      return model.move(user, claim, action.to);
    case 'submit':
      return model.submit(user, claim, action.process);
    case 'decide':
      return model.decide(user, claim, requestOf(claim), action);
  }
}

/** The request that decisions are about: the open one, else the last. */
const requestOf = (claim: ModelClaim): ModelRequest | undefined => openRequest(claim) ?? claim.requests.at(-1);

function targetOf({ ids, expected }: WorldClaim): Target {
  const request = requestOf(expected);
  if (!request) return { ...ids, owner: expected.owner };
  const open = request.tasks.filter(({ state }) => state === 'Open').map(({ user }) => user);
  const assignees = open.filter((user) => user !== 'nobody');
  return { ...ids, owner: expected.owner, request: { id: request.id, requester: request.requester, assignees } };
}

/** Gives a new request of the model its Id. @returns the stored claim with its requests in the order of the model */
function learn(stored: StoredClaim, expected: ModelClaim): StoredClaim {
  const known = (id: string): number => expected.requests.findIndex((request) => request.id === id);
  const unknown = stored.requests.find(({ id }) => known(id) < 0);
  const fresh = expected.requests.find(({ id }) => id === '');
  if (unknown && fresh) fresh.id = unknown.id;
  return { ...stored, requests: stored.requests.toSorted((a, b) => known(a.id) - known(b.id)) };
}
