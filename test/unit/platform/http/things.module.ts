import 'reflect-metadata';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  Param,
  Post,
  Put,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { type JsonValue, JsonText, writeJson } from '#core/json/json.js';
import { HealthModule } from '#platform/http/probes/health.module.js';
import { Context, JsonBody, Public } from '#platform/http/decorators.js';
import { HttpModule } from '#platform/http/http.module.js';
import { Reply } from '#platform/http/reply.js';
import { setContext } from '#platform/observability/requests/request-state.js';

/** CorrelationId of every write. */
export const CORRELATION_ID = '0190a5f0-0000-7000-8000-000000000001';

/** Replaces the real guard: one header names the caller. */
@Injectable()
class TestGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const req = execution.switchToHttp().getRequest<IncomingMessage>();
    if (req.headers.authorization === 'none') throw new DomainError({ code: 'TokenInvalid', message: 'Bad token.' });
    const settings = { errorsAsHttp200: req.headers.authorization === 'as200' };
    const environment = { id: 'e', tenantId: 't', appId: 'a', settings };
    const principal = { userId: 'u' };
    setContext(req, {
      correlationId: CORRELATION_ID,
      principal,
      catalogue: { environment },
    } as unknown as RequestContext);
    return true;
  }
}

@Controller('api/v1/things')
class ThingsController {
  writes = 0;

  @Get()
  read(@Context() ctx: RequestContext): Reply {
    return new Reply({
      result: new JsonText(`{"user":"${ctx.principal.userId}","n":1.00}`),
      totalRecords: null,
      log: ['a'],
    });
  }

  @Post()
  write(@Context('write') _ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Reply {
    this.writes++;
    const result = body === undefined ? undefined : new JsonText(writeJson(body));
    return new Reply({ result, recordAffected: 1, status: 202, headers: { Location: '/x' } });
  }

  @Put('count')
  count(): Reply {
    return new Reply({ result: this.writes });
  }

  @Get('broken')
  broken(): never {
    throw new Error('relation "secret_table" does not exist');
  }

  @Get('busy')
  busy(): never {
    throw new DomainError({ code: 'Unavailable', message: 'Busy.' });
  }

  @Get('by/:id')
  one(@Param('id') id: string): Reply {
    return new Reply({ result: { id } });
  }

  @Public()
  @Get('plain')
  plain(): object {
    return { plain: true };
  }

  @Get('slow')
  async slow(): Promise<Reply> {
    await delay(150);
    return new Reply({ result: 'done' });
  }
}

/** One controller with a route of every kind, behind a guard that needs no database. */
@Module({
  imports: [HttpModule, HealthModule],
  controllers: [ThingsController],
  providers: [{ provide: APP_GUARD, useClass: TestGuard }],
})
export class ThingsModule {}
