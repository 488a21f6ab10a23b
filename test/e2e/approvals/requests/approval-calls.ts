import { CUSTOMER, INVOICE, PRODUCT } from '../../../support/demo.js';
import { type Answer, type Row, TestApp, where } from '../../../support/test-app.js';

/** A record under approval. */
export interface Submitted {
  readonly id: string;
  /** Its RecordInformationId. */
  readonly recordId: string;
  readonly requestId: string;
}

/** A task as its step, assignee and state. */
export type TaskText = string;

/** Calls about approvals, as the demo's users. */
export class ApprovalCalls {
  constructor(readonly app: TestApp) {}

  /** Inserts an order whose total needs approval. */
  async order(total: string, user = 'nina.north', customerId: string = CUSTOMER.bistro): Promise<Submitted> {
    const line = { LineNumber: 1, ProductId: PRODUCT.water, Quantity: 1, UnitPrice: total };
    return this.#submitted(await this.app.as(user).insert('Order', { CustomerId: customerId, OrderLines: [line] }));
  }

  /** Inserts a credit note, which nothing submits by itself. */
  async creditNote(user = 'fia.clerk'): Promise<{ readonly id: string; readonly recordId: string }> {
    const fields = { InvoiceId: INVOICE.i4, Amount: '5.00', Reason: 'Broken bottles again' };
    const { body } = await this.app.as(user).insert('CreditNote', fields);
    return { id: body.Result.Id, recordId: body.Result.RecordInformationId };
  }

  /** Submits a new credit note by hand. */
  async submittedNote(user = 'fia.clerk'): Promise<Submitted> {
    const note = await this.creditNote(user);
    const { body } = await this.app.as(user).insert('ApprovalRequest', { RecordId: note.recordId });
    return { ...note, requestId: body.Result.Id };
  }

  async #submitted({ body }: Answer): Promise<Submitted> {
    const { Id: id, RecordInformationId: recordId } = body.Result;
    const requests = await this.requests(recordId);
    return { id, recordId, requestId: requests[0]?.Id as string };
  }

  /** Requests of a record, the latest first. */
  async requests(recordId: string): Promise<readonly Row[]> {
    const { body } = await this.app.as('ada.admin').select('ApprovalRequest', {
      WhereClause: where('RecordId', 'EqualTo', recordId),
      Sort: [{ FieldName: 'RequestedOn', Direction: 2 }],
    });
    return body.Result;
  }

  async request(requestId: string): Promise<Row> {
    return this.app.as('ada.admin').row('ApprovalRequest', requestId);
  }

  async tasks(requestId: string): Promise<readonly Row[]> {
    const { body } = await this.app.as('ada.admin').select('ApprovalTask', {
      SelectedFields: [
        'Id',
        'Step',
        'StepName',
        'AssigneeId.UserName',
        'State',
        'OwnerId',
        'DueOn',
        'Hops',
        'RecordId',
      ],
      WhereClause: where('RequestId', 'EqualTo', requestId),
      Sort: [{ FieldName: 'Step' }, { FieldName: 'AssigneeId.UserName' }],
    });
    return body.Result;
  }

  /** Tasks as `1 mona.manager Open`. */
  async taskTexts(requestId: string): Promise<readonly TaskText[]> {
    const tasks = await this.tasks(requestId);
    return tasks.map((task) => `${String(task.Step)} ${String(task['AssigneeId.UserName'])} ${String(task.State)}`);
  }

  decide(user: string, requestId: string, Decision: string, more: Row = {}): Promise<Answer> {
    return this.app.as(user).insert('ApprovalDecision', { ApprovalRequestId: requestId, Decision, ...more });
  }

  /** Id of the request that locks a record. */
  async lock(entity: string, id: string): Promise<string | null> {
    const schema = await this.app.schema();
    const sql = `SELECT "ApprovalRequestId"::text AS lock FROM "${schema}"."${entity}" WHERE "Id" = $1`;
    const [row] = await this.app.query<{ lock: string | null }>(sql, [id]);
    return row.lock;
  }

  /** State of a request with its lock, which agree. */
  async stateOf({ id, requestId }: Submitted, entity = 'Order'): Promise<string> {
    const { State } = await this.request(requestId);
    const lock = await this.lock(entity, id);
    const expected = State === 'Pending' ? requestId : null;
    if (lock !== expected) throw new Error(`The request is ${String(State)}, but the lock is ${String(lock)}.`);
    return State as string;
  }

  /** Name of the status of an order. */
  async status(id: string): Promise<string> {
    const body = { SelectedFields: ['StatusId.Name'], WhereClause: where('Id', 'EqualTo', id) };
    return (await this.app.as('ada.admin').select('Order', body)).body.Result[0]['StatusId.Name'];
  }

  /** Messages that a user received about a record. */
  async notes(user: string, recordId: string): Promise<readonly string[]> {
    const { body } = await this.app.as(user).select('Notification', {
      WhereClause: where('RecordId', 'EqualTo', recordId),
      Sort: [{ FieldName: 'CreatedOn' }],
    });
    return body.Result.map(({ Message }: Row) => Message);
  }
}
