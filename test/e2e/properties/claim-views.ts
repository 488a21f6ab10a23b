import { CLAIM_STATUS, type ClaimApp, type Claimant } from '../../support/claim-fixture.js';
import { type Answer, type Row, where } from '../../support/test-app.js';
import { items, list } from '../queries/lists/values.js';
import { availableMoves, mayRead, type ModelClaim, type ModelRequest, scopeOf } from './claim-rights.js';
import type { WorldClaim } from './claim-world.js';

/** Views of a user by name, each with what the model expects. */
type Views = Readonly<Record<string, { readonly actual: unknown; readonly expected: unknown }>>;

const NO_SCOPE = '403 ScopeNone';

/** Compares what users see of the claims of one run with the model. */
export class ClaimViews {
  constructor(
    private readonly service: ClaimApp,
    private readonly claims: readonly WorldClaim[],
  ) {}

  /** Ids of the claims that a user selects. */
  async selected(user: Claimant): Promise<Views> {
    const ids = this.claims.map(({ ids: { id } }) => id);
    const claims = await this.service
      .as(user)
      .select('Claim', { SelectedFields: ['Id'], WhereClause: among('Id', ids) });
    return { claims: { actual: idsOf(claims), expected: this.#readable(user, ({ ids: { id } }) => id) } };
  }

  /** Everything else: lists, parts, requests, tasks, the inbox, and the moves of one claim. */
  async others(user: Claimant, one: number): Promise<Views> {
    const as = this.service.as(user);
    const recordIds = this.claims.map(({ ids: { recordId } }) => recordId);
    const lineIds = this.claims.map(({ ids: { line } }) => line);
    const ofClaims = { SelectedFields: ['Id'], WhereClause: among('RecordId', recordIds) };
    const [listed, lines, requests, tasks] = await Promise.all([
      list(as, { entityName: 'Claim', valueField: 'Id', textField: 'Id', pageSize: 1_000 }),
      as.select('Line', { SelectedFields: ['Id'], WhereClause: among('Id', lineIds) }),
      as.select('ApprovalRequest', ofClaims),
      as.select('ApprovalTask', { ...ofClaims, SelectedFields: ['RequestId', 'State'] }),
    ]);
    return {
      list: { actual: this.#listed(listed), expected: this.#readable(user, ({ ids: { id } }) => id) },
      lines: { actual: idsOf(lines), expected: this.#readable(user, ({ ids: { line } }) => line) },
      requests: { actual: idsOf(requests), expected: this.#requests(user) },
      tasks: { actual: rowsOf(tasks), expected: this.#tasks(user === 'root' ? undefined : user) },
      inbox: await this.#inbox(user),
      moves: await this.#moves(user, this.claims[one % this.claims.length]),
    };
  }

  /** Ids of the requests in the inbox. */
  async #inbox(user: Claimant): Promise<Views[string]> {
    const { body } = await this.service.as(user).get('/approvals/inbox?pageSize=1000');
    const known = new Set(this.#allRequests.map(({ id }) => id));
    const found = (body.Result as readonly Row[]).map(({ RequestId }) => RequestId as string);
    const open = this.#tasks(user).filter((task) => task.endsWith(' Open'));
    return {
      actual: found.filter((id) => known.has(id)).toSorted(),
      expected: open.map((task) => task.split(' ')[0]),
    };
  }

  async #moves(user: Claimant, { ids: { recordId }, expected: claim }: WorldClaim): Promise<Views[string]> {
    const { status, body } = await this.service.as(user).get(`/status/available?recordId=${recordId}`);
    const expected = mayRead(user, claim) ? [CLAIM_STATUS[claim.history.at(-1)!], ...availableMoves(user, claim)] : 404;
    if (status !== 200) return { actual: status, expected };
    return { actual: [body.Result.FromStatusId, ...body.Result.ToStatusList.map(({ Name }: Row) => Name)], expected };
  }

  /** Claims of other runs are left out. */
  #listed(answer: Answer): unknown {
    if (answer.status !== 200) return verdictOf(answer);
    const found = items(answer).map(({ Value }) => Value as string);
    return found.filter((id) => this.claims.some(({ ids }) => ids.id === id)).toSorted();
  }

  #readable(user: Claimant, idOf: (claim: WorldClaim) => string): unknown {
    if (scopeOf(user, 'read') === 'None') return NO_SCOPE;
    return this.claims
      .filter(({ expected }) => mayRead(user, expected))
      .map(idOf)
      .toSorted();
  }

  get #allRequests(): readonly ModelRequest[] {
    return this.claims.flatMap(({ expected }) => expected.requests);
  }

  #requests(user: Claimant): unknown {
    if (scopeOf(user, 'request') === 'None') return NO_SCOPE;
    return this.claims
      .flatMap(({ expected: claim }) => claim.requests.filter((request) => readsRequest(user, claim, request)))
      .map(({ id }) => id)
      .toSorted();
  }

  /** Tasks of a user, or of all, as request and state. */
  #tasks(assignee?: Claimant): readonly string[] {
    const tasks = this.#allRequests.flatMap(({ id, tasks: all }) => all.map((task) => ({ id, ...task })));
    const own = tasks.filter((task) => assignee === undefined || task.user === assignee);
    return own.map(({ id, state }) => `${id} ${state}`).toSorted();
  }
}

/** The request of an open task is shown, not those before it. */
function readsRequest(user: Claimant, claim: ModelClaim, request: ModelRequest): boolean {
  if (scopeOf(user, 'request') === 'All' || claim.owner === user) return true;
  return request.tasks.some((task) => task.user === user && task.state === 'Open');
}

const among = (FieldName: string, values: readonly string[]): unknown => where(FieldName, 'IN', values);

const verdictOf = ({ status, body }: Answer): string => `${status} ${String(body.ErrorDetails[0]?.Code)}`;

const idsOf = (answer: Answer): unknown =>
  answer.status === 200 ? answer.body.Result.map(({ Id }: Row) => Id).toSorted() : verdictOf(answer);

const rowsOf = (answer: Answer): unknown =>
  answer.status === 200
    ? answer.body.Result.map(({ RequestId, State }: Row) => `${String(RequestId)} ${String(State)}`).toSorted()
    : verdictOf(answer);
