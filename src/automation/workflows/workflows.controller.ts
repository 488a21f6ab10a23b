import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { JsonText, type JsonValue, writeJson } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import { executableWorkflows } from '#automation/core/workflows/executable.js';
import { executableWorkflow } from '#automation/core/workflows/read-execution.js';
import type { BodyCheck } from '#platform/http/body-checks.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import { Reply, type StreamReply } from '#platform/http/reply.js';
import type { QueryString } from '#core/requests/query-string.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { readRequiredWhere } from '#core/requests/read-writes.js';
import { CancelRuns } from '#automation/queue/cancel-runs.service.js';
import { AnswerRun } from './answer-run.service.js';
import { ControlRuns } from './control-runs.service.js';
import { ExecuteWorkflow } from './execute-workflow.service.js';
import { ListWorkflowsDocs } from './list-workflows.docs.js';
import { isAbout, listedWorkflowDto, readListing } from './listed-workflow.dto.js';
import { CancelRunDocs, CancelRunsDocs, ExecuteWorkflowDocs, RetryRunDocs } from './workflow.docs.js';

const mayExecute: BodyCheck = (ctx, _, { workflowId }) => void executableWorkflow(ctx, workflowId);

/** Routes of workflows and their runs (docs/interface/automation.md). */
@ApiTags('Workflows')
@Controller('api/v1/workflows')
export class WorkflowsController {
  constructor(
    private readonly workflows: ExecuteWorkflow,
    private readonly runs: ControlRuns,
    private readonly answers: AnswerRun,
    private readonly cancels: CancelRuns,
  ) {}

  /** Answers the workflows that the caller may execute. */
  @Get()
  @ListWorkflowsDocs()
  async list(@Context() ctx: RequestContext, @Query() query: QueryString): Promise<Reply> {
    const { entityName, log } = readListing(ctx, query);
    const workflows = await inSlices(executableWorkflows(ctx));
    const about = workflows.filter((workflow) => isAbout(workflow, entityName));
    const listed = about.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(listedWorkflowDto);
    return new Reply({ result: new JsonText(writeJson(listed)), totalRecords: listed.length, log });
  }

  /** Executes a Manual workflow. */
  @Post('execute/:workflowId')
  @HttpCode(200)
  @ExecuteWorkflowDocs()
  execute(
    @Context('write') ctx: RequestContext,
    @Param('workflowId') workflowId: string,
    @JsonBody(mayExecute) body: JsonValue | undefined,
  ): Promise<Reply | StreamReply> {
    return this.workflows.execute(ctx, workflowId, body);
  }

  /** Goes on with a failed run at the step that failed, or repeats one step that was passed over. */
  @Post('runs/:runId/retry')
  @HttpCode(200)
  @RetryRunDocs()
  async retry(
    @Context('write') ctx: RequestContext,
    @Param('runId') id: string,
    @JsonBody() body: JsonValue | undefined,
  ): Promise<Reply | StreamReply> {
    await this.runs.find(ctx, id);
    const log: string[] = [];
    const reader = readerOf(ctx, log);
    const step = reader.object(body ?? {}, '', ['Step']).optionalText('Step');
    reader.faults.throwIfAny();
    const runId = await this.runs.retry(ctx, id, step);
    return this.answers.answer(ctx, runId, log);
  }

  /** Cancels all runs that meet a where-clause. */
  @Post('runs/cancel')
  @HttpCode(200)
  @CancelRunsDocs()
  async cancelAll(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    const log: string[] = [];
    const reader = readerOf(ctx, log);
    const where = readRequiredWhere(reader, reader.object(body ?? {}, '', ['WhereClause']));
    reader.faults.throwIfAny();
    const { cancelled: Cancelled, stopping: Stopping } = await this.cancels.cancel(ctx, where!);
    return new Reply({ result: { Cancelled, Stopping }, log });
  }

  /** Cancels a run between two steps. */
  @Post('runs/:runId/cancel')
  @HttpCode(200)
  @CancelRunDocs()
  async cancel(@Context('write') ctx: RequestContext, @Param('runId') id: string): Promise<Reply> {
    const State = await this.runs.cancel(ctx, id);
    return new Reply({ result: { RunId: id.toLowerCase(), State } });
  }
}
