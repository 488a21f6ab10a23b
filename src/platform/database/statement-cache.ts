import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../core/context.js';
import { render, type Sql } from '../../core/sql/sql.js';
import type { Statement } from './statement.js';

const MAX_STATEMENTS = 1_000;
/** Bounds memory when callers send enormous shapes. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** From this use on a statement is prepared under its name; rarer shapes would fill the server's memory for nothing. */
const NAMED_FROM_USE = 3;

interface Entry {
  readonly rare: Statement;
  readonly frequent: Statement;
  uses: number;
}

/** Whether a statement may be sent again when its answer was lost. */
export type StatementAccess = 'read' | 'write';

/** The statements of the shapes that were asked for last, compiled once per environment and version of its catalogue. */
@Injectable()
export class StatementCache {
  readonly #entries = new LRUCache<string, Entry>({
    max: MAX_STATEMENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (entry, key) => key.length + entry.rare.text.length,
  });

  /**
   * @param shape tells statements of one catalogue apart: equal shapes compile to equal text.
   * @param compile runs only when the shape is not known.
   */
  get(ctx: RequestContext, shape: string, compile: () => Sql, access: StatementAccess = 'write'): Statement {
    const { environment, version } = ctx.catalogue;
    const key = `${environment.schema} ${version} ${shape}`;
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = compiled(environment.schema, compile(), access);
      this.#entries.set(key, entry);
    }
    entry.uses++;
    return entry.uses < NAMED_FROM_USE ? entry.rare : entry.frequent;
  }
}

function compiled(schema: string, fragment: Sql, access: StatementAccess): Entry {
  const rare: Statement = { ...render(fragment), name: '', schema, readOnly: access === 'read' };
  return { rare, frequent: { ...rare, name: statementName(schema, rare.text) }, uses: 0 };
}

/** Equal text has an equal name in all versions of the catalogue, so an unrelated change of it prepares nothing anew. */
function statementName(schema: string, text: string): string {
  return createHash('sha256').update(`${schema} ${text}`).digest('base64url').slice(0, 20);
}
