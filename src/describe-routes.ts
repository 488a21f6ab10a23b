/** Last step of the build: describes the routes, so that nodes need not (docs/decisions/0297). */
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadConfig } from './platform/process/config/load-config.js';
import { BUILT_DESCRIPTIONS, writeDescriptions } from './platform/http/openapi/built-descriptions.js';

// Settings with which every route exists. A preview creates no provider, so nothing is connected or started.
const config = loadConfig({ DEV_TOKENS: 'true', METRICS: 'true' });
const app = await NestFactory.create(AppModule.forConfig(config), { preview: true, logger: ['error'] });
const [file = BUILT_DESCRIPTIONS] = process.argv.slice(2).map((path) => new URL(path, import.meta.url));
await writeDescriptions(app, file);
