import { Module } from '@nestjs/common';
import { type ActionContext, AfterCommit, type CommittedEvent, Retry, WorkflowAction } from '#automation/index.js';

const INPUT = {
  type: 'object',
  required: ['Address'],
  properties: {
    Address: { type: 'string', maxLength: 200 },
    Copies: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
  },
};
const OUTPUT = { type: 'object', required: ['Label'], properties: { Label: { type: 'string' } } };

interface Label {
  readonly Address: string;
  readonly Copies?: number;
}

/** Prints the label of a parcel. The printer knows a job by its id, and prints it once. */
@WorkflowAction({ type: 'PrintParcelLabel', input: INPUT, output: OUTPUT, timeoutMs: 10_000 })
class PrintParcelLabel implements WorkflowAction<Label, { readonly Label: string }> {
  async run({ eventId, signal }: ActionContext, { Address, Copies = 1 }: Label): Promise<{ readonly Label: string }> {
    const body = JSON.stringify({ Address, Copies });
    const url = `${process.env.PRINTER_URL}/jobs/${eventId}`;
    const { status } = await fetch(url, { method: 'PUT', body, signal });
    if (status === 503) throw new Retry('The printer is busy.', { afterMs: 1_000 });
    if (status !== 200) throw new Error(`The printer answered ${status}.`);
    return { Label: eventId };
  }
}

/** Tells the warehouse what has become of a parcel. */
@AfterCommit({ name: 'TellWarehouse' })
class TellWarehouse implements AfterCommit {
  async run({ signal }: ActionContext, { eventId, operation, recordId, record }: CommittedEvent): Promise<void> {
    const body = JSON.stringify({ operation, recordId, record });
    const url = `${process.env.PRINTER_URL}/events/${eventId}`;
    const { ok } = await fetch(url, { method: 'PUT', body, signal });
    if (!ok) throw new Retry('The warehouse does not answer.');
  }
}

@Module({ providers: [PrintParcelLabel, TellWarehouse] })
export class ShippingModule {}
