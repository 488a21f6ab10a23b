import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BeforeCommitHooks } from './before-commit-hooks.js';
import { ReadImages } from './read-images.repository.js';
import { RegisteredHooks } from './registered-hooks.js';
import { RunHooks } from './run-hooks.service.js';

/** Hooks in code and before-commit hooks. */
@Module({
  imports: [DiscoveryModule],
  providers: [BeforeCommitHooks, ReadImages, RegisteredHooks, RunHooks],
  exports: [BeforeCommitHooks, ReadImages, RegisteredHooks, RunHooks],
})
export class HooksModule {}
