import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readMatch } from '../../core/requests/read-writes.js';
import type { RequestContext } from '../../core/context.js';
import type { JsonValue } from '../../core/json/json.js';
import { Context, JsonBody } from '../../platform/http/decorators.js';
import type { Reply } from '../../platform/http/reply.js';
import { Operations } from '../../platform/operations/operations.js';
import { PurgeRecords } from './purge-records.service.js';
import { PurgeDocs, RestoreDocs } from './recycle-bin.docs.js';
import { RestoreRecords } from './restore-records.service.js';

/** What Administrators may do with deleted records (contract §4, soft delete). */
@ApiTags('Records')
@Controller('api/v1/records')
export class RecycleBinController {
  constructor(
    private readonly operations: Operations,
    restoreRecords: RestoreRecords,
    purgeRecords: PurgeRecords,
  ) {
    const handle = (route: 'restore' | 'purge', write: RestoreRecords['restore']): void =>
      operations.handle(route, async (ctx, body) => {
        const { command, log } = readMatch(ctx, body);
        ctx.submission?.noteLog(log);
        const { result, recordAffected } = await write(ctx, command);
        return { result, recordAffected, log };
      });
    handle('restore', (ctx, command) => restoreRecords.restore(ctx, command));
    handle('purge', (ctx, command) => purgeRecords.purge(ctx, command));
  }

  /** Brings every deleted record that matches back. */
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
