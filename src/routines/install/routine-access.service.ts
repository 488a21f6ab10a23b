import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { RequestContext } from '#core/context/context.js';
import { callFunctions, type FollowSteps, followText } from '#routines/core/call-functions.sql.js';
import { grantsSql, isWrittenByRoutines } from '#core/routine-roles/routine-role.sql.js';
import { rowTriggers } from '#routines/core/row-triggers.sql.js';
import { render, type Sql } from '#core/sql/sql.js';
import { Config } from '#platform/process/config/config.js';
import { Database } from '#platform/database/database.js';
import type { RoutineLogin } from '#platform/database/routine-logins.js';
import type { Transaction } from '#platform/database/transaction.js';
import { BeforeCommitHooks } from '#records/index.js';
import { ONE_AT_A_TIME } from './install-routines.service.js';
import {
  type AccessKind,
  addAccess,
  lockAccess,
  OPEN_TO_ALL,
  placeOf,
  storeAccess,
} from '#routines/core/routine-access.sql.js';
import { sharedFunctions, temporaryTables } from '#routines/core/routine.errors.js';
import { SchemaWork } from './schema-work.js';

const MAX_ENVIRONMENTS = 1_000;

/** Grants roles of an environment's routines access to the existing entities. */
@Injectable()
export class RoutineAccess {
  /** Grants known to this node: environment at a version of its definitions → version of its `callFollow`. */
  readonly #granted = new LRUCache<string, string>({ max: MAX_ENVIRONMENTS });

  constructor(
    private readonly database: Database,
    private readonly beforeCommit: BeforeCommitHooks,
    private readonly config: Config,
  ) {}

  /**
   * Grants access before a call; does nothing if nothing changed.
   * @param writes true if the routine may write, so that triggers must maintain audit columns and the change log.
   * @returns the version of `callFollow` for the claims of the call.
   */
  async ensure(ctx: RequestContext, login: RoutineLogin, writes: boolean): Promise<string> {
    const { environment, version } = ctx.catalogue;
    const kind: AccessKind = `${writes ? 'writes' : 'reads'}${login.readsProtected ? ' protected' : ''}`;
    const key = `${environment.id} ${version} ${kind}`;
    const known = this.#granted.get(key);
    if (known !== undefined) return known;
    const steps = this.beforeCommit.afterRoutineSteps(ctx);
    const follow = { steps, fingerprint: fingerprintOf(followText(steps)) };
    const wanted = wantedAccess(ctx, login, writes, follow);
    await this.database.transaction(ctx, (tx) => this.#grant(ctx, tx, { login, kind, wanted }));
    this.#granted.set(key, follow.fingerprint);
    return follow.fingerprint;
  }

  /** Serialises nodes by locking the row of the environment. */
  async #grant(ctx: RequestContext, tx: Transaction, { login, kind, wanted }: Access): Promise<void> {
    const work = new SchemaWork(ctx, tx);
    const [open] = await work.execute<{ temporary: boolean; functions: number }>(OPEN_TO_ALL);
    if (open.temporary) throw temporaryTables();
    if (open.functions > 0 && !this.config.database.allowsSharedFunctions) throw sharedFunctions();
    const row = { environmentId: ctx.catalogue.environment.id, kind };
    await work.execute(addAccess(row));
    const [{ known }] = await work.execute<{ known: string }>(lockAccess(row));
    const [{ place }] = await work.execute<{ place: string }>(placeOf(login.name));
    const fingerprint = `${place} ${fingerprintOf(...wanted.map((fragment) => render(fragment).text))}`;
    if (known === fingerprint) return;
    await work.execute(ONE_AT_A_TIME);
    await work.executeAll(wanted);
    await work.execute(storeAccess(row, fingerprint));
  }
}

/** Statements that give a role what it needs for calls of one kind. */
interface Access {
  readonly login: RoutineLogin;
  readonly kind: AccessKind;
  readonly wanted: readonly Sql[];
}

/** Orders statements: triggers before the grants that need them. */
function wantedAccess(ctx: RequestContext, login: RoutineLogin, writes: boolean, follow: FollowSteps): readonly Sql[] {
  const { environment, entities } = ctx.catalogue;
  const all = [...entities.values()];
  const written = writes ? all.filter(isWrittenByRoutines) : [];
  return [
    ...written.flatMap((entity) => rowTriggers(ctx, login, entity)),
    ...(writes ? callFunctions(ctx, login, follow) : []),
    ...grantsSql(environment.schema, login, all, writes),
  ];
}

function fingerprintOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('base64url');
}
