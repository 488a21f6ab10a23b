import { render } from '../../src/core/sql/sql.js';
import { StatementCache } from '../../src/platform/database/statement-cache.js';

/** Call of the cache in the sources, as `src/…/x.repository.ts:39`. */
const CALL_SITE = /\bsrc\/(?!platform\/database\/statement-cache)[^\s)]+?\.ts:\d+/;

/**
 * Watches the statement cache of the services in this process: compiles every requested statement again and compares
 * it with the one of the same key. A key that misses something its text depends on is found as soon as two requests
 * differ in it.
 */
export class StatementWatch {
  readonly #statements = new Map<string, string>();
  readonly #keys = new Map<string, Set<string>>();
  /** Keys with two texts, each with both of them. */
  readonly violations: string[] = [];

  private constructor(private readonly unwatched: StatementCache['get']) {}

  static start(): StatementWatch {
    const { get } = StatementCache.prototype;
    const watch = new StatementWatch(get);
    StatementCache.prototype.get = function (ctx, shape, compile, access) {
      const { environment, version } = ctx.catalogue;
      watch.#compare(`${environment.schema} ${version} ${shape}`, JSON.stringify([access, render(compile())]));
      return get.call(this, ctx, shape, compile, access);
    };
    return watch;
  }

  stop(): void {
    StatementCache.prototype.get = this.unwatched;
  }

  /** Distinct keys of each call site. */
  get keysBySite(): ReadonlyMap<string, number> {
    return new Map([...this.#keys].map(([site, keys]) => [site, keys.size]));
  }

  #compare(key: string, statement: string): void {
    const site = CALL_SITE.exec(new Error('call site').stack ?? '')?.[0] ?? 'unknown';
    this.#keys.set(site, (this.#keys.get(site) ?? new Set()).add(key));
    const known = this.#statements.get(key) ?? statement;
    if (known !== statement) this.violations.push(`${key}\n${known}\n${statement}`);
    this.#statements.set(key, known);
  }
}
