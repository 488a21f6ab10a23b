import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { DomainError } from '#core/errors.js';
import { readJson } from '#core/json/read-json.js';
import { readDefinitions, writeDefinitions, type RunDefinitions } from '#core/compile/run-definitions.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';

const MAX_CACHED = 500;
/** Time after which a version that is in use is noted as used again. */
const TTL_MS = 3_600_000;
const MAX_CACHED_CHARACTERS = 32 * 1024 * 1024;

/** The actions that a run begins with, and their id. */
export interface WorkflowVersion {
  readonly id: string;
  readonly definitions: RunDefinitions;
}

/** Workflow and trigger of a run. */
interface Begun {
  readonly workflowId: string | null;
  readonly triggerId: string | null;
}

/**
 * Keeps the actions that runs began with, so that later changes concern new runs only. Equal definitions are stored once,
 * however many runs they have.
 */
@Injectable()
export class WorkflowVersions {
  readonly #known = new LRUCache<string, WorkflowVersion & { readonly size: number }>({
    max: MAX_CACHED,
    maxSize: MAX_CACHED_CHARACTERS,
    ttl: TTL_MS,
    sizeCalculation: ({ size }) => size,
  });
  /** Ids of versions by what is executed, for each catalogue. */
  readonly #current = new WeakMap<Catalogue, Map<string, string>>();

  constructor(private readonly platform: PlatformDatabase) {}

  /** The actions as they are now. @throws {DomainError} NotFound for a workflow or trigger that was deleted */
  async current(catalogue: Catalogue, begun: Begun): Promise<WorkflowVersion> {
    const ids = this.#current.get(catalogue) ?? new Map<string, string>();
    this.#current.set(catalogue, ids);
    const key = begun.workflowId ?? begun.triggerId ?? '';
    const known = this.#known.get(ids.get(key) ?? '');
    if (known) return known;
    const text = writeDefinitions(catalogue, begun);
    if (text === undefined)
      throw new DomainError({ code: 'NotFound', message: 'What the run executes was deleted before it began.' });
    const environmentId = catalogue.environment.id;
    const id = uuidV5(environmentId, text);
    await this.platform.repeatable(
      `INSERT INTO platform.workflow_version AS v (id, environment_id, body)
       VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET used_on = now() WHERE v.used_on < now() - interval '1 hour'`,
      [id, environmentId, text],
    );
    ids.set(key, id);
    return this.#keep(id, text);
  }

  /** The actions of a run that has begun. */
  async find(id: string): Promise<WorkflowVersion> {
    const known = this.#known.get(id);
    if (known) return known;
    const [row] = await this.platform.repeatable<{ readonly body: string }>(
      'SELECT body FROM platform.workflow_version WHERE id = $1',
      [id],
    );
    if (!row) throw new DomainError({ code: 'NotFound', message: 'The actions of the run are not kept any more.' });
    return this.#keep(id, row.body);
  }

  #keep(id: string, text: string): WorkflowVersion {
    const version = { id, definitions: readDefinitions(readJson(text)), size: text.length };
    this.#known.set(id, version);
    return version;
  }
}
