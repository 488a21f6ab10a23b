import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import type { QueryString } from '#core/requests/query-string.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import { DocumentReply, type Reply } from '#platform/http/reply.js';
import { Operations } from '#platform/operations/operations.js';
import { readBlueprint } from './blueprint.dto.js';
import { CreateBlueprintDocs, DiagramDocs } from './blueprint.docs.js';
import { CreateBlueprint } from './create-blueprint.service.js';
import { readDiagramRequest } from '#lifecycle/diagram/diagram-request.dto.js';
import { DrawDiagram, type DiagramFormat } from '#lifecycle/diagram/draw-diagram.service.js';

const MEDIA_TYPES: Readonly<Record<DiagramFormat, string>> = {
  mermaid: 'text/vnd.mermaid; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

/** Routes of lifecycles as a whole (docs/interface/lifecycle.md#blueprints). */
@ApiTags('Lifecycles')
@Controller('api/v1/blueprints')
export class BlueprintsController {
  constructor(
    private readonly operations: Operations,
    private readonly diagrams: DrawDiagram,
    blueprints: CreateBlueprint,
  ) {
    operations.handle('blueprint', readBlueprint, (ctx, command) => blueprints.create(ctx, command));
  }

  /** Creates a lifecycle with its statuses and transitions. */
  @Post()
  @HttpCode(200)
  @CreateBlueprintDocs()
  create(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'blueprint', body);
  }

  /** Answers a lifecycle as Mermaid text or as a drawing. */
  @Get(':id/diagram')
  @DiagramDocs()
  async diagram(
    @Context() ctx: RequestContext,
    @Param('id') id: string,
    @Query() query: QueryString,
  ): Promise<DocumentReply> {
    const request = readDiagramRequest(ctx, id, query);
    return new DocumentReply(MEDIA_TYPES[request.format], await this.diagrams.draw(ctx, request.id, request.format));
  }
}
