import { type ActionContext, Retry, WorkflowAction } from 'data-and-workflow-service';

const INPUT = { type: 'object', required: ['Text'], properties: { Text: { type: 'string', maxLength: 200 } } };
const OUTPUT = { type: 'object', required: ['JobId'], properties: { JobId: { type: 'string' } } };

interface Label {
  readonly Text: string;
}

interface Job {
  readonly JobId: string;
}

/** Prints a label. The printer knows a job by its id, and prints it once. */
@WorkflowAction({ type: 'PrintLabel', input: INPUT, output: OUTPUT, timeoutMs: 10_000 })
export class PrintLabel implements WorkflowAction<Label, Job> {
  async run({ eventId, signal }: ActionContext, { Text }: Label): Promise<Job> {
    const url = `${process.env.PRINTER_URL}/jobs/${eventId}`;
    const { status } = await fetch(url, { method: 'PUT', body: Text, signal });
    if (status === 503) throw new Retry('The printer is busy.');
    if (status !== 200) throw new Error(`The printer answered ${status}.`);
    return { JobId: eventId };
  }
}
