import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { EnvironmentRegistry, LoadDefinitions } from '#definitions/index.js';
import { Config } from '#platform/process/config/config.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';

/** Definition file of the demo, relative to the sources and to the build output. */
const FILE = new URL('../../demo/order-to-cash.json', import.meta.url);
const FILE_FROM_BUILD = new URL('../../../demo/order-to-cash.json', import.meta.url);

/** Creates the demo environments in an empty database, one node at a time (setting DEMO). */
@Injectable()
export class LoadDemo implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly platform: PlatformDatabase,
    private readonly registry: EnvironmentRegistry,
    private readonly definitions: LoadDefinitions,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.database.demo) return;
    await this.platform.setUp(async () => {
      if (!(await this.registry.isEmpty())) return;
      const text = await readFile(FILE, 'utf8').catch(() => readFile(FILE_FROM_BUILD, 'utf8'));
      await this.definitions.load(text);
    });
  }
}
