import type { Definitions, RequestContext } from '#core/context/context.js';
import { Args, CALL } from '#core/statements/args.js';
import { literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { MAX_FILES } from './file-limits.js';

/** A statement that is run once, with its values. */
export interface OneStatement {
  readonly statement: Sql;
  readonly args: Args;
}

/** A file to be stored for a step. */
export interface NewFile {
  readonly runId: string;
  /** Place of the action in its workflow. */
  readonly path: string;
  readonly iterations: readonly number[];
  readonly isZip: boolean;
  readonly name: string;
}

const environmentId = (ctx: Definitions): Sql => sql`${literal(ctx.catalogue.environment.id)}::uuid`;

/** Removes what the step has stored before. */
export function removeFileSql(ctx: RequestContext): OneStatement {
  const statement = sql`
    WITH parts AS (
      DELETE FROM platform.run_file_part
      WHERE file_id = ${CALL.correlationId}
    )
    DELETE FROM platform.run_file
    WHERE id = ${CALL.correlationId}`;
  return { statement, args: new Args(ctx) };
}

/** Stores the file of a step without its content. Answers no row if the run has too many. */
export function insertFileSql(ctx: RequestContext, file: NewFile): OneStatement {
  const args = new Args(ctx);
  const runId = args.add(file.runId, 'uuid');
  const statement = sql`
    INSERT INTO platform.run_file (id, environment_id, run_id, path, iterations, is_zip, name)
    SELECT ${CALL.correlationId}, ${environmentId(ctx)}, ${runId}, ${args.add(file.path, 'text')},
      ${args.add(file.iterations, 'int[]')}, ${args.add(file.isZip, 'boolean')}, ${args.add(file.name, 'text')}
    WHERE (SELECT count(*) FROM platform.run_file WHERE run_id = ${runId}) < ${raw(String(MAX_FILES))}
    RETURNING 1`;
  return { statement, args };
}

/** Stores a part of the step's file. */
export function insertPartSql(ctx: RequestContext, position: number, content: Buffer): OneStatement {
  const args = new Args(ctx);
  const statement = sql`
    INSERT INTO platform.run_file_part (file_id, position, content)
    VALUES (${CALL.correlationId}, ${args.add(position, 'int')}, ${args.add(content, 'bytea')})`;
  return { statement, args };
}

/** Stores the size of the step's file. */
export function setSizeSql(ctx: RequestContext, size: number): OneStatement {
  const args = new Args(ctx);
  const statement = sql`
    UPDATE platform.run_file
    SET size = ${args.add(String(size), 'bigint')}
    WHERE id = ${CALL.correlationId}`;
  return { statement, args };
}

/** Finds the files that an action has made in a run, inside of given iterations, in the order in which they were made. */
export function filesOfActionSql(
  ctx: RequestContext,
  { runId, path, iterations }: Pick<NewFile, 'runId' | 'path' | 'iterations'>,
): OneStatement {
  const args = new Args(ctx);
  const around = args.add(iterations, 'int[]');
  const statement = sql`
    SELECT f.id::text AS id, f.name, f.size::text AS size
    FROM platform.run_file f
    WHERE f.environment_id = ${environmentId(ctx)} AND f.run_id = ${args.add(runId, 'uuid')}
      AND f.path = ${args.add(path, 'text')} AND f.iterations[1:cardinality(${around})] = ${around}
    ORDER BY f.position`;
  return { statement, args };
}

/** Reads a part of a file. */
export function partSql(ctx: RequestContext, fileId: string, position: number): OneStatement {
  const args = new Args(ctx);
  const statement = sql`
    SELECT encode(p.content, 'hex') AS content
    FROM platform.run_file_part p
    WHERE p.file_id = ${args.add(fileId, 'uuid')} AND p.position = ${args.add(position, 'int')}`;
  return { statement, args };
}
