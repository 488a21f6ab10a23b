import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { Config } from '#platform/process/config/config.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { RunFileRow } from '#platform/database/tables/run-files.entity.js';
import type { RowOf } from '#platform/database/tables/row-of.js';
import type { Transaction } from '#platform/database/transaction.js';
import { MAX_FILES, PART_BYTES } from '#automation/core/files/file-limits.js';
import {
  filesOfActionSql,
  insertFileSql,
  insertPartSql,
  type NewFile,
  type OneStatement,
  partSql,
  removeFileSql,
  setSizeSql,
} from '#automation/core/files/run-files.sql.js';

/** A file that is stored. */
export type FileRow = RowOf<RunFileRow, 'id' | 'name' | 'size'>;

interface PartRow {
  /** In hexadecimal. */
  readonly content: string;
}

/** Stores and reads the files of runs, part by part. */
@Injectable()
export class RunFileRepository {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
  ) {}

  /**
   * Stores the file of a step instead of what an earlier try has stored.
   * @returns its size in bytes
   * @throws {DomainError} TooLarge when the run has too many files
   */
  async store(ctx: RequestContext, file: NewFile, content: AsyncIterable<Buffer>, tx: Transaction): Promise<number> {
    const run = <Row>({ statement, args }: OneStatement): Promise<readonly Row[]> =>
      tx.executeOnce<Row>(ctx, statement, args);
    await run(removeFileSql(ctx));
    if ((await run(insertFileSql(ctx, file))).length === 0) throw tooMany();
    let [position, size] = [0, 0];
    for await (const part of fileParts(content, PART_BYTES)) {
      await run(insertPartSql(ctx, position++, part));
      size += part.length;
    }
    await run(setSizeSql(ctx, size));
    return size;
  }

  /** Files that an action has made, as a transaction sees them. */
  filesOf(
    ctx: RequestContext,
    place: Pick<NewFile, 'runId' | 'path' | 'iterations'>,
    tx: Transaction,
  ): Promise<readonly FileRow[]> {
    const { statement, args } = filesOfActionSql(ctx, place);
    return tx.executeOnce<FileRow>(ctx, statement, args, 'read');
  }

  /** Content of a file, as a transaction sees it. */
  contentIn(ctx: RequestContext, { id, size }: FileRow, tx: Transaction): AsyncIterable<Buffer> {
    return partsInOrder(size, (position) => {
      const { statement, args } = partSql(ctx, id, position);
      return tx.executeOnce<PartRow>(ctx, statement, args, 'read');
    });
  }

  /** The last zip of a run that has ended, while it is kept. */
  async lastZip(environmentId: string, runId: string): Promise<FileRow | undefined> {
    const [row] = await this.platform.repeatable<FileRow>(
      `SELECT f.id::text AS id, f.name, f.size::text AS size
       FROM platform.run_file f
       WHERE f.environment_id = $1 AND f.run_id = $2 AND f.is_zip
         AND (f.ended_on IS NULL OR f.ended_on > now() - $3 * interval '1 hour')
         AND NOT EXISTS (SELECT FROM platform.run r WHERE r.id = f.run_id)
       ORDER BY f.position DESC
       LIMIT 1`,
      [environmentId, runId, this.config.operations.fileHours],
    );
    return row;
  }

  /** Content of a file; each part is read when its turn comes, so a slow reader holds no connection. */
  contentOf({ id, size }: FileRow): AsyncIterable<Buffer> {
    return partsInOrder(size, (position) =>
      this.platform.repeatable<PartRow>(
        `SELECT encode(content, 'hex') AS content FROM platform.run_file_part WHERE file_id = $1 AND position = $2`,
        [id, position],
      ),
    );
  }
}

async function* partsInOrder(
  size: string,
  read: (position: number) => Promise<readonly PartRow[]>,
): AsyncGenerator<Buffer> {
  let left = Number(size);
  for (let position = 0; left > 0; position++) {
    const [part] = await read(position);
    if (!part) throw new Error('A file of a run was removed while it was read.');
    const bytes = Buffer.from(part.content, 'hex');
    left -= bytes.length;
    yield bytes;
  }
}

const tooMany = (): DomainError =>
  new DomainError({
    code: 'TooLarge',
    message: `A run makes at most ${MAX_FILES} files.`,
    params: { MaxFiles: MAX_FILES },
  });

/** Divides the chunks of a file into parts of a fixed size; the last one may be smaller. */
export async function* fileParts(chunks: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (bytes + rest.length >= partBytes) {
      const taken = partBytes - bytes;
      yield Buffer.concat([...collected, rest.subarray(0, taken)]);
      [collected, bytes, rest] = [[], 0, rest.subarray(taken)];
    }
    if (rest.length > 0) collected.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0) yield Buffer.concat(collected);
}
