import { type ActionContext, AfterCommit, type CommittedEvent, Retry } from 'data-and-workflow-service';

/** Sends each committed order to the warehouse, which knows an event by its id and heeds it once. */
@AfterCommit({ name: 'TellWarehouse' })
export class TellWarehouse implements AfterCommit {
  async run({ signal }: ActionContext, { eventId, operation, recordId }: CommittedEvent): Promise<void> {
    const url = `${process.env.WAREHOUSE_URL}/events/${eventId}`;
    const body = JSON.stringify({ operation, recordId });
    const { ok } = await fetch(url, { method: 'PUT', body, signal });
    if (!ok) throw new Retry('The warehouse does not answer.');
  }
}
