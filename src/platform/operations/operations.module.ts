import { Global, Module } from '@nestjs/common';
import { CommandContext } from './command-context.js';
import { CommandRepository } from './command.repository.js';
import { GivenUpWork } from './given-up-work.js';
import { KeepLeases } from './keep-leases.service.js';
import { Operations } from './operations.js';
import { RecoverCommands } from './recover-commands.service.js';
import { RunWrite } from './run-write.service.js';
import { WriteQueue } from './write-queue.js';

/** Writes that outlive their request: wait window, 202, recovery, idempotency keys. Every write route submits to it. */
@Global()
@Module({
  providers: [
    CommandContext,
    CommandRepository,
    GivenUpWork,
    KeepLeases,
    Operations,
    RecoverCommands,
    RunWrite,
    WriteQueue,
  ],
  exports: [CommandRepository, GivenUpWork, KeepLeases, Operations],
})
export class OperationsModule {}
