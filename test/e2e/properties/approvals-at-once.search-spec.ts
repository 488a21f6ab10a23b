import * as fc from 'fast-check';
import { contradictions } from '../../support/claim-contradictions.js';
import { ClaimApp, type Claimant, type ClaimIds } from '../../support/claim-fixture.js';
import { storedClaims, type StoredClaim } from '../../support/claim-state.js';
import { cases, SEED } from '../../support/seed.js';
import type { Answer, TestApp } from '../../support/test-app.js';
import {
  type Action,
  actorOf,
  laterAction,
  send,
  type Target,
  verdictOf,
  conditionResultsOf,
} from './claim-actions.js';

/** Actions that are sent at once. */
const WAVE = 8;
const WAVES = 6;

/** Refusals of users who come second, or who may not. */
const REFUSALS =
  /^(200|400 \w+|403 (OutOfScope|ScopeNone)|404 NotFound|409 (AlreadyDecided|Conflict)|423 ApprovalLocked)$/;

const TIMEOUT_MS = cases(120) * 1_000;

// Requirement: R170, R184, T33, T43, T47, P8
describe('random moves and decisions at once', () => {
  let service: ClaimApp;
  let other: TestApp;
  beforeAll(async () => {
    service = await ClaimApp.open();
    other = await service.app.startAnother();
  });
  afterAll(async () => {
    await other.stop();
    await service.close();
  });

  const owners = ['amy', 'cid'] as const;

  /** The claims as their users see them before a wave. */
  async function targetsOf(claims: readonly ClaimIds[]): Promise<readonly Target[]> {
    const stored = await storedClaims(
      service,
      claims.map(({ id }) => id),
    );
    return claims.map((claim, i) => targetOf(claim, owners[i], stored.get(claim.id)!));
  }

  async function act(action: Action, i: number, targets: readonly Target[]): Promise<readonly string[]> {
    const first = action.kind === 'insert' ? 0 : action.claim % targets.length;
    const chosen = [...targets.slice(first), ...targets.slice(0, first)];
    const assignees = chosen[0].request?.assignees ?? [];
    const user =
      action.who === 'assignee' ? (assignees[i % assignees.length] ?? 'root') : actorOf(action.who, chosen[0]);
    const answer: Answer = await send(service.as(user, i % 2 === 0 ? service.app : other), action, chosen);
    return action.kind === 'bulkMove' ? conditionResultsOf(answer) : [verdictOf(answer)];
  }

  it(
    'leave records whose status, history, lock, request, tasks and notifications agree',
    async () => {
      const wave = fc.array(laterAction, { minLength: WAVE, maxLength: WAVE });
      const waves = fc.array(wave, { minLength: WAVES, maxLength: WAVES });
      await fc.assert(
        fc.asyncProperty(waves, async (sequence) => {
          const claims = await Promise.all(owners.map((owner) => service.claim(owner, { Amount: 6_000 })));
          const ids = claims.map(({ id }) => id);
          for (const [i, actions] of sequence.entries()) {
            const targets = await targetsOf(claims);
            const verdicts = (await Promise.all(actions.map((action, j) => act(action, j, targets)))).flat();
            expect([i, actions, verdicts.filter((verdict) => !REFUSALS.test(verdict))]).toEqual([i, actions, []]);
            expect([i, actions, await contradictions(service, ids)]).toEqual([i, actions, []]);
          }
        }),
        { seed: SEED + 12, numRuns: cases(10), endOnFailure: true },
      );
    },
    TIMEOUT_MS,
  );
});

function targetOf(ids: ClaimIds, owner: Claimant, { requests, lock }: StoredClaim): Target {
  const request = requests.find(({ id }) => id === lock) ?? requests.at(0);
  if (!request) return { ...ids, owner };
  const open = request.tasks.map((task) => task.split(' ')).filter(([, , state]) => state === 'Open');
  const assignees = open.map(([, name]) => name).filter((name) => name !== 'nobody') as readonly Claimant[];
  return { ...ids, owner, request: { id: request.id, requester: request.requester, assignees } };
}
