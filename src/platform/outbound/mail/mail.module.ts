import { Global, Module } from '@nestjs/common';
import { Mailer } from './mailer.service.js';

/** Mail to people outside of the service. */
@Global()
@Module({ providers: [Mailer], exports: [Mailer] })
export class MailModule {}
