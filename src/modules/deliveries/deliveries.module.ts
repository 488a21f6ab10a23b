import { Module } from '@nestjs/common';
import { RunsModule } from '../runs/index.js';
import { ExpireSentMail } from './expire-sent-mail.service.js';
import { HttpCallHandler } from './http-call.handler.js';
import { RecipientsRepository } from './recipients.repository.js';
import { SendEmailHandler } from './send-email.handler.js';

/** Actions of workflows that reach other systems: mail and HTTP calls. */
@Module({
  imports: [RunsModule],
  providers: [ExpireSentMail, HttpCallHandler, RecipientsRepository, SendEmailHandler],
})
export class DeliveriesModule {}
