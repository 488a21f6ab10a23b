import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '#platform/process/config/config.js';
import { DevUsers } from './dev-users.repository.js';
import { StudioConfigController } from './studio-config.controller.js';

/** Settings of the studio, which its page asks for. */
@Module({})
export class StudioModule {
  /** The route exists only where the studio is served. */
  static forConfig({ studio }: Config): DynamicModule {
    return studio
      ? { module: StudioModule, controllers: [StudioConfigController], providers: [DevUsers] }
      : { module: StudioModule };
  }
}
