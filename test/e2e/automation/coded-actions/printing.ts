import { Module } from '@nestjs/common';
import { type ActionContext, Retry, WorkflowAction } from '#automation/index.js';

/** Calls of actions, and what the next ones do. */
export const CALLS: (ActionContext & { readonly input: unknown })[] = [];
export const BEHAVIOUR: { run: (context: ActionContext, input: unknown) => unknown } = { run: () => null };

const INPUT = {
  type: 'object',
  required: ['Printer'],
  properties: {
    Printer: { type: 'string', enum: ['North', 'South'] },
    Copies: { type: 'integer', minimum: 1, maximum: 9 },
    Text: { type: 'string' },
    Lines: { type: 'array', items: { type: 'object', properties: { Sku: { type: 'string' } } } },
  },
};
const OUTPUT = {
  type: 'object',
  required: ['Label'],
  properties: { Label: { type: 'string' }, Pages: { type: 'integer' } },
};

/** Prints as the test says. */
@WorkflowAction({ type: 'PrintLabel', input: INPUT, output: OUTPUT, timeoutMs: 2_000 })
class PrintLabel implements WorkflowAction<unknown, unknown> {
  run(context: ActionContext, input: unknown): unknown {
    CALLS.push({ ...context, input });
    return BEHAVIOUR.run(context, input);
  }
}

/** Answers what it is given. */
@WorkflowAction({ type: 'Echo', input: {}, output: {} })
class Echo implements WorkflowAction<unknown, unknown> {
  run(_context: ActionContext, input: unknown): unknown {
    return input;
  }
}

@Module({ providers: [PrintLabel, Echo] })
export class PrintingModule {}

export const later = (message: string, afterMs?: number): Retry =>
  afterMs === undefined ? new Retry(message) : new Retry(message, { afterMs });
