import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BeforeCommitHooks } from './before-commit-hooks.js';
import { ReadImages } from './read-images.repository.js';
import { RegisteredHooks } from './registered-hooks.js';
import { RunHooks } from './run-hooks.service.js';
import { StartWorkflows } from './start-workflows.service.js';
import { ValidateMoves } from './validate-moves.service.js';

/** Hooks in code and before-commit hooks. */
@Module({
  imports: [DiscoveryModule],
  providers: [BeforeCommitHooks, ReadImages, RegisteredHooks, RunHooks, StartWorkflows, ValidateMoves],
  exports: [BeforeCommitHooks, ReadImages, RegisteredHooks, RunHooks, StartWorkflows, ValidateMoves],
})
export class HooksModule {}
