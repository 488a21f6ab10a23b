import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RequestContext } from '#core/context/context.js';
import { JsonText, type JsonValue } from '#core/json/json.js';
import { AdministratorGuard } from '#platform/auth/administrator.guard.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import { Reply } from '#platform/http/reply.js';
import { PreviewDocs } from './preview.docs.js';
import { readPreview } from './preview.dto.js';
import { PreviewAccess } from './preview-access.service.js';

/** Route that previews changes of access. */
@ApiTags('Access')
@Controller('api/v1/access')
@UseGuards(AdministratorGuard)
export class PreviewController {
  constructor(private readonly previews: PreviewAccess) {}

  /** Answers who would gain and lose what, and changes nothing. */
  @Post('preview')
  @HttpCode(200)
  @PreviewDocs()
  async preview(@Context() ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    const { summary, users, fields, isTruncated, log } = await this.previews.preview(ctx, readPreview(ctx, body));
    const result = new JsonText(JSON.stringify({ Summary: summary, Users: users, Fields: fields }));
    return new Reply({ result, totalRecords: users.length, log, extra: { Truncated: isTruncated } });
  }
}
