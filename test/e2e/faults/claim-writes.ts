import { randomUUID } from 'node:crypto';
import {
  CLAIM_PROCESS,
  CLAIM_STATUS,
  type ClaimApp,
  type Claimant,
  type ClaimIds,
} from '../../support/claim-fixture.js';
import { storedClaims } from '../../support/claim-state.js';
import { type Answer, assignments, byId, type Caller, type Row } from '../../support/test-app.js';

/** A write that waits to be sent. */
export interface ClaimWrite {
  readonly user: Claimant;
  readonly claimId: string;
  readonly send: (caller: Caller, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

/** A kind of write, with what it leaves of its claim, as `textOf` shows it. */
export interface ClaimKind {
  readonly prepare: (claims: ClaimApp) => Promise<ClaimWrite>;
  readonly done: string;
}

const put = (path: string, body?: unknown): ((caller: Caller, headers?: Row) => Promise<Answer>) => {
  return (caller, headers) => caller.send('PUT', path, body, headers as Record<string, string>);
};

/** A claim of amy with an open request. */
async function underApproval(claims: ClaimApp, Amount: number): Promise<ClaimIds & { readonly requestId: string }> {
  const claim = await claims.claim('amy', { Amount });
  const requestId = (await storedClaims(claims, [claim.id])).get(claim.id)!.lock!;
  return { ...claim, requestId };
}

async function decided(claims: ClaimApp, requestId: string, user: Claimant, more: Row): Promise<void> {
  await claims.as(user).inserted('ApprovalDecision', { ApprovalRequestId: requestId, ...more });
}

/** A decision by dot, after cid has approved. */
const lastDecision =
  (Amount: number, fields: Row): ClaimKind['prepare'] =>
  async (claims) => {
    const { id, requestId } = await underApproval(claims, Amount);
    await decided(claims, requestId, 'cid', { Decision: 'Approve' });
    const body = { ApprovalRequestId: requestId, ...fields };
    return { user: 'dot', claimId: id, send: (caller, headers) => caller.insert('ApprovalDecision', body, headers) };
  };

/** Writes of moves. */
export const MOVES: Readonly<Record<string, ClaimKind>> = {
  'a move': {
    async prepare(claims) {
      const { id, recordId } = await claims.claim('amy', { Amount: 10 });
      const path = `/status/update?recordId=${recordId}&nextStatusId=${CLAIM_STATUS.Submitted}`;
      return { user: 'amy', claimId: id, send: put(path) };
    },
    done: 'v2; Draft → Submitted; notes ',
  },
  'a bulk move': {
    async prepare(claims) {
      const [one, other] = [await claims.claim('ben', { Amount: 10 }), await claims.claim('ben', { Amount: 10 })];
      const body = { RecordIds: [one.recordId, other.recordId], NextStatusId: CLAIM_STATUS.Void };
      const send: ClaimWrite['send'] = (caller, headers) => caller.send('POST', '/status/bulk-update', body, headers);
      return { user: 'ben', claimId: other.id, send };
    },
    done: 'v2; Draft → Void; notes ',
  },
};

/** Writes that start an approval. */
export const STARTS: Readonly<Record<string, ClaimKind>> = {
  'an insert that starts an approval': {
    async prepare() {
      const claimId = randomUUID();
      const fields = { Id: claimId, Amount: 6_000, ClaimLines: [{ Text: 'one' }] };
      return { user: 'amy', claimId, send: (caller, headers) => caller.insert('Claim', fields, headers) };
    },
    done: 'v1; Draft; Big locks Pending at 1 [1 cid Open 0, 1 dot Open 0] by []; notes cid dot',
  },
  'an update that starts an approval': {
    async prepare(claims) {
      const { id } = await claims.claim('ben', { Amount: 10 });
      const body = { EntityName: 'Claim', Fields: assignments({ Amount: 1_000 }), WhereClause: byId(id) };
      return { user: 'ben', claimId: id, send: put('/records/update', body) };
    },
    done: 'v2; Draft; Big locks Pending at 1 [1 cid Open 0, 1 dot Open 0] by []; notes cid dot',
  },
  'a start by hand': {
    async prepare(claims) {
      const { id, recordId } = await claims.claim('amy', { Amount: 10 });
      const fields = { RecordId: recordId, ProcessId: CLAIM_PROCESS.Audit };
      return { user: 'amy', claimId: id, send: (caller, headers) => caller.insert('ApprovalRequest', fields, headers) };
    },
    done: 'v1; Draft; Audit locks Pending at 1 [1 eve Open 0, 1 fay Open 0, 1 gil Open 0] by []; notes eve fay gil',
  },
};

/** Decisions that approve. */
export const APPROVALS: Readonly<Record<string, ClaimKind>> = {
  'an approval that begins the next step': {
    prepare: lastDecision(6_000, { Decision: 'Approve' }),
    done:
      'v1; Draft; Big locks Pending at 2 [1 cid Approved 0, 1 dot Approved 0, 2 gil Open 0] ' +
      'by [cid Approve, dot Approve]; notes cid dot gil',
  },
  'the last approval, which moves its record': {
    prepare: lastDecision(1_000, { Decision: 'Approve' }),
    done:
      'v2; Draft → Submitted; Big Approved at 1 [1 cid Approved 0, 1 dot Approved 0] ' +
      'by [cid Approve, dot Approve]; notes amy cid dot',
  },
};

/** Decisions that do not approve. */
export const REFUSALS: Readonly<Record<string, ClaimKind>> = {
  'a rejection': {
    prepare: lastDecision(6_000, { Decision: 'Reject', Comment: 'Too much' }),
    done:
      'v2; Draft → Void; Big Rejected at 1 [1 cid Approved 0, 1 dot Rejected 0] ' +
      'by [cid Approve, dot Reject]; notes amy cid dot',
  },
  'a return': {
    async prepare(claims) {
      const { id, recordId } = await claims.claim('gil', { Amount: 10 });
      await put(`/status/update?recordId=${recordId}&nextStatusId=${CLAIM_STATUS.Submitted}`)(claims.as('gil'));
      const Id = await claims.as('gil').inserted('ApprovalRequest', { RecordId: recordId });
      const fields = { ApprovalRequestId: Id, Decision: 'Return', Comment: 'What is it?' };
      return {
        user: 'fay',
        claimId: id,
        send: (caller, headers) => caller.insert('ApprovalDecision', fields, headers),
      };
    },
    done:
      'v3; Draft → Submitted → Draft; Audit Returned at 1 [1 eve Closed 0, 1 fay Returned 0, 1 gil Closed 0] ' +
      'by [fay Return]; notes eve fay gil gil',
  },
};
