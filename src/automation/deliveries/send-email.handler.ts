import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { receiversOf } from '#automation/core/messages/receivers.js';
import { textOf } from '#core/tokens/template.js';
import { Mailer } from '#platform/outbound/mail/mailer.service.js';
import { type ActionHandler, type OtherStep, type StepCall, TemporaryFault } from '#automation/runs/action-handler.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import { invalid } from './delivery-faults.js';
import { RecipientsRepository } from './recipients.repository.js';
import { sendAll, type Unsent } from './send-all.js';

/** Recipients that an error names. */
const NAMED = 10;

/** Executes SendEmail: one message to each recipient. Another try leaves out those who have got theirs. */
@Injectable()
export class SendEmailHandler implements ActionHandler, OnModuleInit {
  constructor(
    private readonly handlers: ActionHandlers,
    private readonly recipients: RecipientsRepository,
    private readonly mailer: Mailer,
  ) {}

  onModuleInit(): void {
    this.handlers.register('SendEmail', this);
  }

  prepare({ ctx, body }: StepCall): OtherStep {
    return { kind: 'remote', perform: () => this.#send(ctx, body) };
  }

  /** @throws {DomainError} Validation for what another try does not mend; {TemporaryFault} */
  async #send(ctx: RequestContext, body: JsonObject): Promise<JsonValue> {
    const stepId = ctx.correlationId;
    const [subject, text] = [textOf(body.Subject), textOf(body.Message)];
    const recipients = await this.recipients.find(ctx, receiversOf(ctx, body));
    if (recipients.length === 0) throw invalid('There is nobody to send to: no active user with an Email is named.');
    const sent = await this.recipients.sent(stepId);
    const unsent = await sendAll(
      recipients.filter(({ id }) => !sent.has(id)),
      async ({ id, email }) => {
        await this.mailer.send({ to: email, subject, text, messageId: `${stepId}-${id}` });
        await this.recipients.remember(stepId, id);
      },
    );
    if (unsent.length > 0) throw faultOf(unsent);
    return { Sent: new JsonNumber(String(recipients.length)) };
  }
}

/** The fault of a step with unsent messages: temporary while another try may send one of them. */
function faultOf(unsent: readonly Unsent[]): Error {
  const temporary = unsent.filter(({ fault }) => fault.kind === 'temporary');
  if (temporary.length === 0) return refusal(unsent);
  const waits = temporary.map(({ fault }) => fault.details.retryAfterMs ?? 0);
  return new TemporaryFault(temporary[0].fault.message, Math.max(...waits) || undefined);
}

function refusal(unsent: readonly Unsent[]): Error {
  const [first] = unsent;
  const names = unsent.slice(0, NAMED).map(({ recipient }) => recipient.name);
  const more = unsent.length > NAMED ? ` and ${unsent.length - NAMED} more` : '';
  return invalid(`No message was sent to ${names.join(', ')}${more}. ${first.fault.message}`, {
    params: { Unsent: unsent.length },
  });
}
