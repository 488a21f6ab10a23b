import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Entity } from '#core/catalogue/entity.js';
import { catalogueSteps } from '#core/compile/build-catalogue.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal } from '#core/context/context.js';
import { Config } from '#platform/process/config/config.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { DEFINITIONS, DefinitionRepository } from './definition.repository.js';
import type { Identity } from './identity.js';
import { Directory, type KnownUsers } from './directory.js';
import { EnvironmentRepository, type StoredEnvironment, type Versions } from './environment.repository.js';
import { OtherCells } from './other-cells.js';
import { PaceChanges } from './pace-changes.js';
import { PrincipalRepository } from './principal.repository.js';
import { RecordShapeRepository } from './record-shape.repository.js';

const MEGABYTE = 1_048_576;
const MAX_NAMES = 20_000;
/** Part of the memory for members; catalogues have what records of definitions leave. */
const MEMBERS = 0.25;
/** Measured bytes of a catalogue without definitions of its own, and for each character of the JSON that it is built from. */
const EMPTY_CATALOGUE_BYTES = 100_000;
const BYTES_PER_CHARACTER = 2.5;
/** Measured bytes of a member, and for each entity that they have access to. */
const MEMBER_BYTES = 1_000;
const BYTES_PER_ACCESS = 150;

type CachedPrincipal = Principal | 'inactive';
type Eventual<T> = T | undefined | Promise<T | undefined>;

interface Loaded {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly bytes: number;
}

const bytesOfMember = (member: CachedPrincipal): number =>
  member === 'inactive' ? MEMBER_BYTES : MEMBER_BYTES + BYTES_PER_ACCESS * member.access.size + bytesOfOwn(member.own);

/** Each value takes about as much as an entity beside its characters, of two bytes at most. */
const bytesOfOwn = (own: Principal['own']): number =>
  [...(own?.values() ?? [])].reduce((sum, value) => sum + BYTES_PER_ACCESS + 2 * value.length, 0);

/**
 * Caches catalogues and members, and replaces them when their versions are superseded. Drops the least recently used ones when
 * they take more than CATALOGUE_MEMORY_MB by estimate. Whoever uses a catalogue meanwhile keeps it (decision 0231).
 */
@Injectable()
export class CachedDirectory extends Directory {
  readonly #logger = new Logger(CachedDirectory.name);
  readonly #loaded: LRUCache<string, Loaded>;
  /** Environment ids by context headers, as callers wrote them, in lower case. */
  readonly #ids = new LRUCache<string, string>({ max: MAX_NAMES });
  readonly #members: LRUCache<string, CachedPrincipal>;
  readonly #loading = new Map<string, Promise<Catalogue | undefined>>();
  readonly #loadingMembers = new Map<string, Promise<CachedPrincipal | undefined>>();
  #refreshing: Promise<unknown> = Promise.resolve();
  #nextRefresh?: Promise<void>;

  constructor(
    private readonly environments: EnvironmentRepository,
    private readonly definitions: DefinitionRepository,
    private readonly principals: PrincipalRepository,
    private readonly shapes: RecordShapeRepository,
    private readonly pace: PaceChanges,
    private readonly otherCells: OtherCells,
    { catalogueMemoryMb }: Config,
  ) {
    super();
    const bytes = catalogueMemoryMb * MEGABYTE;
    const membersBytes = Math.floor(bytes * MEMBERS);
    const maxSize = Math.floor(bytes * (1 - MEMBERS - DEFINITIONS));
    // The entry that is added last stays, however large it is.
    this.#loaded = new LRUCache({ maxSize, sizeCalculation: (loaded) => Math.min(loaded.bytes, maxSize) });
    this.#members = new LRUCache({ maxSize: membersBytes, sizeCalculation: bytesOfMember });
  }

  find(tenant: string, app: string, environment: string): Catalogue | undefined | Promise<Catalogue | undefined> {
    const key = `${tenant}/${app}/${environment}`.toLowerCase();
    const id = this.#ids.get(key);
    const loaded = id === undefined ? undefined : this.#loaded.get(id);
    return loaded?.catalogue ?? once(this.#loading, key, () => this.#find(key, tenant, app, environment));
  }

  member(catalogue: Catalogue, user: string): Eventual<CachedPrincipal> {
    return this.#cached(catalogue, user, () => this.principals.find(catalogue, user));
  }

  identified(catalogue: Catalogue, identity: Identity): Eventual<CachedPrincipal> {
    return this.#cached(catalogue, identity.key, () => this.principals.find(catalogue, identity));
  }

  /** No user name has the character 0. */
  keyed(catalogue: Catalogue, keyId: string): Eventual<CachedPrincipal> {
    return this.#cached(catalogue, `\0${keyId}`, () => this.principals.findByKey(catalogue, keyId));
  }

  users(user: string): Promise<KnownUsers> {
    return this.principals.users(user);
  }

  /**
   * Refreshes the cache after a write to definitions or access records, so that the next request sees it; those before it
   * need not wait for the new catalogue. A failure is only logged, because the write is committed: this node then learns
   * of it from the change log, as all others do. Returns late while definitions are changed all the time.
   */
  async refreshAfter(written: readonly Entity[]): Promise<void> {
    if (!written.some(({ kind }) => kind === 'access' || kind === 'definition')) return;
    await this.refresh().catch((error: unknown) => this.#logger.warn(error));
    await this.pace.pause();
  }

  /**
   * Reads the current versions, and loads superseded catalogues anew, which are served until then. Called after changes of
   * this node and of other nodes. One runs at a time, since each would load the same; callers meanwhile share the next one,
   * because that in progress may have read older versions.
   */
  refresh(): Promise<void> {
    if (this.#nextRefresh) return this.#nextRefresh;
    const next = this.#refreshing.then(() => {
      this.#nextRefresh = undefined;
      return this.#refresh();
    });
    this.#nextRefresh = next;
    this.#refreshing = next.catch(() => undefined);
    return next;
  }

  async #refresh(): Promise<void> {
    // A load in progress may have read an older version: wait for it, so that its version is checked too.
    await Promise.allSettled(this.#loading.values());
    const ids = [...this.#loaded.keys()];
    if (ids.length === 0) return;
    const versions = await this.environments.versions(ids);
    await Promise.all(ids.map((id) => this.#supersede(id, versions.get(id))));
  }

  /** Drops everything, because a database that was replaced may have other definitions and members under the same versions. */
  async forget(): Promise<void> {
    await Promise.allSettled(this.#loading.values());
    for (const cache of [this.#loaded, this.#members, this.#ids]) cache.clear();
    this.definitions.forget();
  }

  /** Refreshes the cache where it differs from versions of an environment that were read with other rows. */
  async catchUp(environmentId: string, { definitions, principals }: Versions): Promise<void> {
    const known = this.#loaded.get(environmentId)?.versions;
    if (known && (known.definitions !== definitions || known.principals !== principals)) await this.refresh();
  }

  /** Replaces the whole environment when its definitions changed, drops only its members when those did. */
  async #supersede(id: string, now: Versions | undefined): Promise<void> {
    const loaded = this.#loaded.get(id);
    if (!loaded) return;
    if (now?.definitions !== loaded.versions.definitions) {
      if (!(await this.#replace(loaded.catalogue))) this.#loaded.delete(id);
    } else if (now.principals !== loaded.versions.principals) this.#loaded.set(id, { ...loaded, versions: now });
  }

  async #find(key: string, tenant: string, app: string, environment: string): Promise<Catalogue | undefined> {
    const stored = await this.environments.find(tenant, app, environment);
    if (!stored) {
      await this.otherCells.refuse(tenant, app, environment);
      return undefined;
    }
    this.#ids.set(key, stored.environment.id);
    const { id } = stored.environment;
    const known = this.#loaded.get(id)?.catalogue;
    return known ?? once(this.#loading, `${id} ${stored.versions.definitions}`, () => this.#load(stored));
  }

  /** Loads the definitions of now in place of a catalogue. @returns false where there are none or they cannot be read */
  async #replace({ environment: { tenantId, appId, id } }: Catalogue): Promise<boolean> {
    const stored = await this.environments.find(tenantId, appId, id).catch(() => undefined);
    if (!stored) return false;
    const load = once(this.#loading, `${id} ${stored.versions.definitions}`, () => this.#load(stored));
    return load.then(
      () => true,
      () => false,
    );
  }

  async #load(stored: StoredEnvironment): Promise<Catalogue> {
    const { environment, versions } = stored;
    const { definitions, length } = await this.definitions.readStored(stored);
    const built = await inSlices(catalogueSteps(environment, versions.definitions, definitions));
    const catalogue = await this.shapes.withShapes(built);
    const bytes = Math.ceil(EMPTY_CATALOGUE_BYTES + BYTES_PER_CHARACTER * length);
    this.#loaded.set(environment.id, { catalogue, versions, bytes });
    return catalogue;
  }

  #cached(
    catalogue: Catalogue,
    name: string,
    find: () => Promise<CachedPrincipal | undefined>,
  ): Eventual<CachedPrincipal> {
    const { id } = catalogue.environment;
    const loaded = this.#loaded.get(id);
    // Without its version a member could not be found superseded later.
    if (loaded?.catalogue !== catalogue) return find();
    const key = `${id} ${loaded.versions.principals} ${catalogue.version} ${name}`;
    return this.#members.get(key) ?? once(this.#loadingMembers, key, () => this.#found(key, find));
  }

  async #found(key: string, find: () => Promise<CachedPrincipal | undefined>): Promise<CachedPrincipal | undefined> {
    const member = await find();
    if (member) this.#members.set(key, member);
    return member;
  }
}

/** Shares one load between concurrent callers: after a start, all requests of a user arrive before the first load ends. */
function once<T>(loading: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = loading.get(key);
  if (known) return known;
  const started = load().finally(() => loading.delete(key));
  loading.set(key, started);
  return started;
}
