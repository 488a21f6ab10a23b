import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { JsonNumber } from '#core/json/json.js';
import { notify, notifyValues } from '#automation/core/messages/notify.sql.js';
import { receiversOf } from '#automation/core/messages/receivers.js';
import { textOf } from '#core/tokens/template.js';
import type { ActionHandler, StepCall, WriteStep } from '#automation/runs/action-handler.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';

/** Sends messages to users: each gets a `Notification` of their own, which the hub delivers. */
@Injectable()
export class SendNotificationHandler implements ActionHandler, OnModuleInit {
  constructor(private readonly handlers: ActionHandlers) {}

  onModuleInit(): void {
    this.handlers.register('SendNotification', this);
  }

  /** @throws {DomainError} Validation for an empty message or receivers that do not exist */
  prepare({ ctx, body, record }: StepCall): WriteStep {
    const message = textOf(body.Message);
    if (message === '') throw invalid('The message is empty.', 'Message');
    const receivers = receiversOf(ctx, body);
    const note = { message, receivers, ...(record && { record }) };
    return {
      kind: 'write',
      perform: async (tx) => {
        const [{ notified }] = await tx.runStatement(notify, ofUser(ctx), notifyValues(note));
        if (notified === 0 && receivers.users.length > 0)
          throw invalid(`There is no active user ${textOf(body.ToUser)}.`, 'ToUser');
        const output = { Notified: new JsonNumber(String(notified)) };
        return { output, written: [ctx.catalogue.entity('Notification')] };
      },
    };
  }
}

/** `Source` of a notification is that of the run, without the key behind it. */
const ofUser = (ctx: RequestContext): RequestContext => ({ ...ctx, principal: { ...ctx.principal, key: undefined } });

const invalid = (message: string, path: string): DomainError => new DomainError({ code: 'Validation', message, path });
