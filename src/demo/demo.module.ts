import { Module } from '@nestjs/common';
import { DefinitionsModule } from '#definitions/index.js';
import { RecordsModule } from '#records/index.js';
import { LoadDemo } from './load-demo.service.js';
import { TestDelay } from './test-delay.hook.js';

/** Loader of the demo company for an empty database, and the hooks in code that its definitions name. */
@Module({ imports: [DefinitionsModule, RecordsModule], providers: [LoadDemo, TestDelay] })
export class DemoModule {}
