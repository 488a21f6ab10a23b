import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readMatch } from '#core/requests/read-writes.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonValue } from '#core/json/json.js';
import { Context, JsonBody } from '#platform/http/decorators.js';
import type { Reply } from '#platform/http/reply.js';
import { Operations } from '#platform/operations/operations.js';
import { PurgeRecords } from './purge-records.service.js';
import { PurgeDocs, RestoreDocs } from './recycle-bin.docs.js';
import { RestoreRecords } from './restore-records.service.js';

/** Routes that restore and purge deleted records (docs/interface/records.md#soft-delete). */
@ApiTags('Records')
@Controller('api/v1/records')
export class RecycleBinController {
  constructor(
    private readonly operations: Operations,
    restoreRecords: RestoreRecords,
    purgeRecords: PurgeRecords,
  ) {
    operations.handle('restore', readMatch, (ctx, command) => restoreRecords.restore(ctx, command));
    operations.handle('purge', readMatch, (ctx, command) => purgeRecords.purge(ctx, command));
  }

  /** Restores every deleted record that matches. */
  @Post('restore')
  @HttpCode(200)
  @RestoreDocs()
  restore(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'restore', body);
  }

  /** Removes every deleted record that matches for good. */
  @Post('purge')
  @HttpCode(200)
  @PurgeDocs()
  purge(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    return this.operations.submit(ctx, 'purge', body);
  }
}
