import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../modules/definitions/index.js';
import { RecordsModule } from '../modules/records/index.js';
import { LoadDemo } from './load-demo.service.js';
import { TestDelay } from './test-delay.hook.js';

/** The demo company of an empty database, and the hooks of the code that its definitions name. */
@Module({ imports: [DefinitionsModule, RecordsModule], providers: [LoadDemo, TestDelay] })
export class DemoModule {}
