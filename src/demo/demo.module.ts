import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../modules/environments/index.js';
import { HooksModule } from '../modules/hooks/index.js';
import { LoadDemo } from './load-demo.service.js';
import { TestDelay } from './test-delay.hook.js';

/** The demo company of an empty database, and the hooks of the code that its definitions name. */
@Module({ imports: [EnvironmentsModule, HooksModule], providers: [LoadDemo, TestDelay] })
export class DemoModule {}
