import { Module } from '@nestjs/common';
import { AccessController } from './access.controller.js';
import { PermissionsController } from './permissions.controller.js';

/** What the caller may do. */
@Module({ controllers: [AccessController, PermissionsController] })
export class AccessModule {}
