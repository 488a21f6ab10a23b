import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../modules/environments/index.js';
import { HooksModule } from '../modules/hooks/index.js';
import { LoadDemo } from './load-demo.service.js';
import { TestDelay } from './test-delay.hook.js';

/** Loader of the demo company for an empty database, and the hooks in code that its definitions name. */
@Module({ imports: [EnvironmentsModule, HooksModule], providers: [LoadDemo, TestDelay] })
export class DemoModule {}
