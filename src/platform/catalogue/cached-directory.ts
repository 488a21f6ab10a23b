import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Entity } from '../../core/catalogue/entity.js';
import { buildCatalogue } from '../../core/catalogue/build-catalogue.js';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import type { Principal } from '../../core/context.js';
import { DefinitionRepository } from './definition.repository.js';
import { Directory, type KnownUsers } from './directory.js';
import { EnvironmentRepository, type StoredEnvironment, type Versions } from './environment.repository.js';
import { PrincipalRepository } from './principal.repository.js';

const MAX_ENVIRONMENTS = 500;
const MAX_NAMES = 5_000;
const MAX_PRINCIPALS = 50_000;

type CachedPrincipal = Principal | 'inactive';

interface Loaded {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
}

/** Keeps the catalogues and members in use and drops what another version replaced. */
@Injectable()
export class CachedDirectory extends Directory {
  readonly #logger = new Logger(CachedDirectory.name);
  readonly #loaded = new LRUCache<string, Loaded>({ max: MAX_ENVIRONMENTS });
  /** Environment id by what callers wrote in their headers. */
  readonly #ids = new LRUCache<string, string>({ max: MAX_NAMES });
  readonly #members = new LRUCache<string, CachedPrincipal>({ max: MAX_PRINCIPALS });
  readonly #loading = new Map<string, Promise<Catalogue | undefined>>();

  constructor(
    private readonly environments: EnvironmentRepository,
    private readonly definitions: DefinitionRepository,
    private readonly principals: PrincipalRepository,
  ) {
    super();
  }

  find(tenant: string, app: string, environment: string): Catalogue | undefined | Promise<Catalogue | undefined> {
    const key = `${tenant}/${app}/${environment}`.toLowerCase();
    const id = this.#ids.get(key);
    const loaded = id === undefined ? undefined : this.#loaded.get(id);
    return loaded?.catalogue ?? this.#once(key, () => this.#find(key, tenant, app, environment));
  }

  member(catalogue: Catalogue, user: string): CachedPrincipal | undefined | Promise<CachedPrincipal | undefined> {
    const { id } = catalogue.environment;
    const key = `${id} ${this.#loaded.get(id)?.versions.principals} ${catalogue.version} ${user}`;
    return this.#members.get(key) ?? this.#member(catalogue, user, key);
  }

  users(user: string): Promise<KnownUsers> {
    return this.principals.users(user);
  }

  /**
   * Who may do what, and what there is, is right from the next request on: called after such records were written (R161).
   * They are stored by then, so it does not fail: what the database cannot tell now, this node learns as all others do.
   */
  async refreshAfter(written: readonly Entity[]): Promise<void> {
    if (!written.some(({ kind }) => kind === 'access' || kind === 'definition')) return;
    await this.refresh().catch((error: unknown) => this.#logger.warn(error));
  }

  /** Looks for newer versions now; called by those who made one, and after those of other nodes. */
  async refresh(): Promise<void> {
    // A load under way may have read what was before: it ends first, so that its version is looked at too.
    await Promise.allSettled(this.#loading.values());
    const ids = [...this.#loaded.keys()];
    if (ids.length === 0) return;
    const versions = await this.environments.versions(ids);
    for (const id of ids) this.#adopt(id, versions.get(id));
  }

  /** Everything of the environment is read anew on next use when its definitions changed; members when they did. */
  #adopt(id: string, now: Versions | undefined): void {
    const loaded = this.#loaded.get(id);
    if (!loaded) return;
    if (now?.definitions !== loaded.versions.definitions) this.#loaded.delete(id);
    else if (now.principals !== loaded.versions.principals) this.#loaded.set(id, { ...loaded, versions: now });
  }

  /** Callers who ask for the same environment while it loads wait for the same load. */
  #once(key: string, load: () => Promise<Catalogue | undefined>): Promise<Catalogue | undefined> {
    const known = this.#loading.get(key);
    if (known) return known;
    const loading = load().finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #find(key: string, tenant: string, app: string, environment: string): Promise<Catalogue | undefined> {
    const stored = await this.environments.find(tenant, app, environment);
    if (!stored) return undefined;
    this.#ids.set(key, stored.environment.id);
    return this.#loaded.get(stored.environment.id)?.catalogue ?? this.#load(stored);
  }

  async #load({ environment, versions }: StoredEnvironment): Promise<Catalogue> {
    const definitions = await this.definitions.read(environment);
    const catalogue = buildCatalogue(environment, versions.definitions, definitions);
    this.#loaded.set(environment.id, { catalogue, versions });
    return catalogue;
  }

  async #member(catalogue: Catalogue, user: string, key: string): Promise<CachedPrincipal | undefined> {
    const member = await this.principals.find(catalogue, user);
    if (member) this.#members.set(key, member);
    return member;
  }
}
