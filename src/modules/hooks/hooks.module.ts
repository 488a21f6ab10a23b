import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ReadImages } from './read-images.repository.js';
import { RegisteredHooks } from './registered-hooks.js';
import { RunHooks } from './run-hooks.service.js';

/** The hooks of the code: what they are, which there are, and how they run. */
@Module({
  imports: [DiscoveryModule],
  providers: [ReadImages, RegisteredHooks, RunHooks],
  exports: [ReadImages, RegisteredHooks, RunHooks],
})
export class HooksModule {}
