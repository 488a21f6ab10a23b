import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { readMatch } from '../../core/commands/read-writes.js';
import type { RequestContext } from '../../core/context.js';
import type { JsonValue } from '../../core/json/json.js';
import { Context, JsonBody } from '../../platform/http/decorators.js';
import { Reply } from '../../platform/http/reply.js';
import { PurgeRecords } from './purge-records.service.js';
import { PurgeDocs, RestoreDocs } from './recycle-bin-docs.dto.js';
import { RestoreRecords } from './restore-records.service.js';

/** What Administrators may do with deleted records (contract §4, soft delete). */
@ApiTags('Records')
@Controller('api/v1/records')
export class RecycleBinController {
  constructor(
    private readonly restoreRecords: RestoreRecords,
    private readonly purgeRecords: PurgeRecords,
  ) {}

  /** Brings every deleted record that matches back. */
  @Post('restore')
  @HttpCode(200)
  @RestoreDocs()
  async restore(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    const { command, log } = readMatch(ctx, body);
    const { result, recordAffected } = await this.restoreRecords.run(ctx, command);
    return new Reply({ result, recordAffected, log });
  }

  /** Removes every deleted record that matches for good. */
  @Post('purge')
  @HttpCode(200)
  @PurgeDocs()
  async purge(@Context('write') ctx: RequestContext, @JsonBody() body: JsonValue | undefined): Promise<Reply> {
    const { command, log } = readMatch(ctx, body);
    const { result, recordAffected } = await this.purgeRecords.run(ctx, command);
    return new Reply({ result, recordAffected, log });
  }
}
