import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { LocksModule } from '../locks/index.js';
import { WritesModule } from '../writes/index.js';
import { CascadeDelete } from './cascade-delete.service.js';
import { DeleteHooks } from './delete-hooks.service.js';
import { DeleteRepository } from './delete.repository.js';
import { DeleteSteps } from './delete-steps.service.js';

/** Deletes of records, with cascades and the hooks around them. */
@Module({
  imports: [HooksModule, LocksModule, WritesModule],
  providers: [CascadeDelete, DeleteHooks, DeleteRepository, DeleteSteps],
  exports: [CascadeDelete, DeleteRepository, DeleteSteps],
})
export class DeletesModule {}
