import { Controller, Get, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { readEnvironmentFile } from '#definitions/core/documents/environment-file.js';
import { exportDocument, writeExported } from '#definitions/core/documents/export-document.js';
import { JsonText, type JsonValue, writeJson, type JsonObject, JsonNumber } from '#core/json/json.js';
import { AdministratorGuard } from '#platform/auth/administrator.guard.js';
import { Context, DocumentBody } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { Config } from '#platform/process/config/config.js';
import { Operations } from '#platform/operations/operations.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { ApplyEnvironment } from './apply-environment.service.js';
import { ApplyEnvironmentDocs, ExportEnvironmentDocs, PlanEnvironmentDocs } from './environment-files.docs.js';
import { PlanEnvironment, type EnvironmentPlan, type PlannedChange } from './plan-environment.service.js';
import { StoredEnvironments } from './stored-environments.repository.js';
import { mapped } from '#core/steps.js';

/**
 * Routes that move the definitions of an environment as a document
 * (docs/interface/definitions.md#environments-as-documents).
 */
@ApiTags('Definitions')
@Controller('api/v1/environment')
@UseGuards(AdministratorGuard)
export class EnvironmentFilesController {
  constructor(
    private readonly operations: Operations,
    private readonly environments: StoredEnvironments,
    private readonly plans: PlanEnvironment,
    private readonly config: Config,
    applies: ApplyEnvironment,
  ) {
    operations.handle(
      'environment-apply',
      // Reading takes too long for one turn of the event loop, so it is a part of the execution.
      (_, body) => ({ command: body, log: [] }),
      async (ctx, body) => {
        const { command, log } = await inSlices(readEnvironmentFile(ctx, body, config.definitionLimits));
        ctx.submission?.noteLog(log);
        return applies.apply(ctx, command, { resultOf: planResult });
      },
    );
  }

  /** Answers the definitions of the environment as a document. */
  @Get('export')
  @ExportEnvironmentDocs()
  async export(@Context() ctx: RequestContext): Promise<Reply> {
    const document = await inSlices(exportDocument(await this.environments.read(ctx)));
    return new Reply({ result: new JsonText(await inSlices(writeExported(document))) });
  }

  /** Answers what applying a document would change. */
  @Post('plan')
  @HttpCode(200)
  @PlanEnvironmentDocs()
  async plan(@Context() ctx: RequestContext, @DocumentBody() body: JsonValue | undefined): Promise<Reply> {
    const { command, log } = await inSlices(readEnvironmentFile(ctx, body, this.config.definitionLimits));
    const plan = await this.plans.plan(ctx, command);
    return new Reply({ result: await planResult(plan), totalRecords: plan.changes.length, log });
  }

  /** Brings the environment to a document. */
  @Post('apply')
  @HttpCode(200)
  @ApplyEnvironmentDocs()
  apply(@Context('write') ctx: RequestContext, @DocumentBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'environment-apply', body);
  }
}

/** Writes `Result` of plan and apply. */
async function planResult({ version, changes }: EnvironmentPlan): Promise<JsonText> {
  const texts = await inSlices(mapped(changes, (change) => writeJson(changeOf(change))));
  return new JsonText(`{"Version":${JSON.stringify(version)},"Changes":[${texts.join(',')}]}`);
}

const changeOf = ({ kind, label, action, members, risk, rows }: PlannedChange): JsonObject => ({
  Kind: kind.entity,
  Name: label,
  Action: action,
  Fields: members,
  ...(risk !== undefined && { Risk: risk }),
  ...(rows !== undefined && { Rows: new JsonNumber(String(rows)) }),
});
