import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Config } from '#platform/process/config/config.js';
import { Admission } from './admission.service.js';
import { ContextGuard } from './context.guard.js';
import { KeyAdmission } from './key-admission.service.js';
import { KeyReadyNodes } from './key-ready-nodes.service.js';
import { KeyUses } from './key-uses.service.js';
import { Provisioning } from './provisioning.js';
import { TokenVerifier } from './token-verifier.js';

/** Authentication by tokens, context headers and membership. Needs a `Directory` from a global module. */
@Global()
@Module({})
export class AuthModule {
  /**
   * Guards every route of the application. The route `POST /dev/token` exists only if the settings allow it.
   */
  static async forConfig({ tokens }: Config): Promise<DynamicModule> {
    return {
      module: AuthModule,
      controllers: tokens.devTokens ? [(await import('./dev-token.controller.js')).DevTokenController] : [],
      providers: [
        TokenVerifier,
        KeyAdmission,
        KeyReadyNodes,
        KeyUses,
        Provisioning,
        Admission,
        { provide: APP_GUARD, useClass: ContextGuard },
      ],
      exports: [TokenVerifier, Admission, Provisioning],
    };
  }
}
