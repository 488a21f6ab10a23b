import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BeforeCommitHooks } from './before-commit-hooks.js';
import { ReadImages } from './read-images.repository.js';
import { RegisteredHooks } from './registered-hooks.js';
import { RunHooks } from './run-hooks.service.js';

/** The hooks of the code: what they are, which there are, and how they run. */
@Module({
  imports: [DiscoveryModule],
  providers: [BeforeCommitHooks, ReadImages, RegisteredHooks, RunHooks],
  exports: [BeforeCommitHooks, ReadImages, RegisteredHooks, RunHooks],
})
export class HooksModule {}
