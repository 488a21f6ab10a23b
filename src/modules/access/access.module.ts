import { Module } from '@nestjs/common';
import { AccessController } from './access.controller.js';

/** What the caller may do. */
@Module({ controllers: [AccessController] })
export class AccessModule {}
