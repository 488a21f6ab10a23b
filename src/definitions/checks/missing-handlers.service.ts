import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { IS_SERVED } from '#core/catalogue/environment-state.js';
import { groupedBy } from '#core/grouped-by.js';
import { render } from '#core/sql/sql.js';
import type { HandlerKind } from '#definitions/core/documents/missing-handler-faults.js';
import { type EnvironmentSchema, namedHandlers } from '#platform/catalogue/named-handlers.sql.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { NotReady, Readiness } from '#platform/observability/readiness.js';
import { JointCall } from '#platform/process/scheduling/joint-call.js';
import { RegisteredHooks } from '#records/index.js';

/** Time of a probe; a search that takes longer goes on, and the next probe has its result. */
const PROBE_MS = 500;
/** Environments whose hooks one statement reads. */
const PART = 100;

const MISSING = {
  kind: 'gauge',
  name: 'handlers_missing',
  help: 'Handlers that definitions of any environment name and this node lacks.',
} as const;

/** A handler that definitions name. */
interface NamedHandler {
  readonly name: string;
  readonly kind: HandlerKind;
}

interface VersionedSchema extends EnvironmentSchema {
  readonly version: string;
}

/**
 * Knows the handlers that definitions of any environment name and this node lacks, such as after the return to an earlier
 * build. Writes that need them are refused, so the node is not ready.
 */
@Injectable()
export class MissingHandlers implements OnApplicationBootstrap {
  /** Handlers that an environment named, at the version of its definitions. */
  readonly #named = new Map<string, { readonly version: string; readonly handlers: readonly NamedHandler[] }>();
  /** Names of the handlers that this node has. */
  readonly #known = new Map<HandlerKind, () => readonly string[]>();
  readonly #search = new JointCall(() => this.#find());
  /** As found last: a database that is away is a probe of its own. */
  #missing: readonly string[] = [];

  constructor(
    private readonly platform: PlatformDatabase,
    hooks: RegisteredHooks,
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {
    this.know('hook', () => hooks.names);
    this.know('validator', () => hooks.validatorNames);
  }

  /** Adds a kind of handlers. @param names of those that this node has */
  know(kind: HandlerKind, names: () => readonly string[]): void {
    this.#known.set(kind, names);
  }

  /** Names of the handlers of a kind that this node has. */
  names(kind: HandlerKind): readonly string[] {
    return this.#known.get(kind)?.() ?? [];
  }

  onApplicationBootstrap(): void {
    this.metrics.add(MISSING, {}, async () => (await this.#search.ask()).length);
    this.readiness.register('handlers', async () => {
      const found = this.#search.ask().catch(() => this.#missing);
      this.#missing = await Promise.race([found, delay(PROBE_MS, this.#missing, { ref: false })]);
      if (this.#missing.length > 0) throw new NotReady(`it lacks the handlers ${this.#missing.join(', ')}`);
    });
  }

  async #find(): Promise<readonly string[]> {
    const environments = await this.platform.repeatable<VersionedSchema>(
      `SELECT e.id, e.schema_name AS schema, e.definitions_version AS version FROM platform.environment e WHERE ${IS_SERVED}`,
    );
    const changed = environments.filter(({ id, version }) => this.#named.get(id)?.version !== version);
    for (let from = 0; from < changed.length; from += PART) await this.#read(changed.slice(from, from + PART));
    const named = environments.flatMap(({ id }) => this.#named.get(id)?.handlers ?? []);
    const missing = named.filter(({ name, kind }) => !this.names(kind).includes(name));
    return [...new Set(missing.map(({ name }) => name))].toSorted();
  }

  async #read(environments: readonly VersionedSchema[]): Promise<void> {
    const { text } = render(namedHandlers(environments));
    const rows = await this.platform.repeatable<NamedHandler & { readonly id: string }>(text);
    const byId = groupedBy(rows, ({ id }) => id);
    for (const { id, version } of environments) this.#named.set(id, { version, handlers: byId.get(id) ?? [] });
  }
}
