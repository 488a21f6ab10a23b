import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#core/context/context.js';
import { render, type Sql } from '#core/sql/sql.js';
import type { DeclaredStatement, Parameters, StatementAccess, Subject } from '#core/statements/statement.js';
import { StatementLatency } from './connections/statement-latency.js';
import type { Statement } from './statement.js';

const MAX_STATEMENTS = 1_000;
/** Limits memory for very long statements. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Use from which a statement is prepared under its name: rare statements are not worth the server's memory. */
const NAMED_FROM_USE = 3;

interface Entry {
  readonly rare: Statement;
  readonly frequent: Statement;
  uses: number;
}

/** LRU cache of statements by their shape, compiled once per environment and version of its catalogue. */
@Injectable()
export class StatementCache {
  readonly #entries = new LRUCache<string, Entry>({
    max: MAX_STATEMENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (entry, key) => key.length + entry.rare.text.length,
  });

  readonly #prepared = new WeakMap<object, Statement>();

  /** Finds or compiles a statement whose key follows from itself. */
  of<P extends Parameters, About extends readonly Subject[], Row>(
    ctx: RequestContext,
    declared: DeclaredStatement<P, About, Row>,
    about: About,
  ): Statement {
    return this.get(ctx, declared.keyOf(about), () => declared.compile(ctx, about), declared.access);
  }

  /**
   * Finds or compiles a statement whose text depends on a plan or on the rights of the caller.
   *
   * @param shape key of the statement within a catalogue: equal shapes compile to equal text
   * @param compile runs when the shape is not cached
   * @param origin object that stands for this shape and catalogue; saves the search once the statement is prepared
   */
  get(
    ctx: RequestContext,
    shape: string,
    compile: () => Sql,
    access: StatementAccess = 'write',
    origin?: object,
  ): Statement {
    const prepared = origin && this.#prepared.get(origin);
    if (prepared) return prepared;
    const { environment, version } = ctx.catalogue;
    const key = `${environment.schema} ${version} ${shape}`;
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = compiled(environment.schema, compile(), access);
      this.#entries.set(key, entry);
    }
    entry.uses++;
    if (entry.uses < NAMED_FROM_USE) return entry.rare;
    if (origin) this.#prepared.set(origin, entry.frequent);
    return entry.frequent;
  }
}

function compiled(schema: string, fragment: Sql, access: StatementAccess): Entry {
  const isRead = access === 'read';
  const latency = isRead ? new StatementLatency() : undefined;
  const rare: Statement = { ...render(fragment), name: '', schema, readOnly: isRead, latency };
  return { rare, frequent: { ...rare, name: statementName(schema, rare.text) }, uses: 0 };
}

/** Name from a hash of the text. Versions of a catalogue share it, so unrelated changes need no new preparation. */
function statementName(schema: string, text: string): string {
  return createHash('sha256').update(`${schema} ${text}`).digest('base64url').slice(0, 20);
}
