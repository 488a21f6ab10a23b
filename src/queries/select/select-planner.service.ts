import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import { accessKey } from '#core/relations/relation.js';
import type { JsonValue } from '#core/json/json.js';
import { OUTSIDE_LIMITS, readJson } from '#core/json/read-json.js';
import { planSelect } from '#queries/core/select/plan-select.js';
import { readSelect } from '#core/requests/read-select.js';
import { headOf } from '#queries/core/plan-cache/body-template.js';
import { type PlannedQuery, KnownQuery } from '#queries/core/plan-cache/planned-query.js';
import { parseBody } from '#platform/http/body.js';

/** Bodies that share their head: different pages of one query, for example. */
const MAX_VARIANTS = 8;
const MAX_HEADS = 500;
/** Limits memory for many long bodies; a plan takes several times the memory of its body. */
const MAX_CHARACTERS = 1_000_000;
/** Longest body that is remembered. */
const MAX_BODY_LENGTH = 8_000;

/** Definitions and rights that a plan depends on. */
interface Rights {
  readonly catalogue: Catalogue;
  readonly key: string;
}

/**
 * Plans the bodies of queries. Remembers plans by the body without the texts of its filters, the definitions and the
 * rights of the caller; what is not remembered, or is refused, is read and planned as a whole (decision 0212).
 */
@Injectable()
export class SelectPlanner {
  readonly #seen = new LRUCache<string, readonly KnownQuery[]>({
    max: MAX_HEADS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (seen, key) => seen.reduce((sum, { template }) => sum + template.length, key.length),
  });
  /** Keys of rights by definitions and `accessKey`. */
  readonly #keys = new WeakMap<Catalogue, Map<string, string>>();
  readonly #rights = new WeakMap<Principal, Rights>();
  #made = 0;

  /**
   * Plans a body.
   * @param json undefined when there is no body
   * @throws {DomainError} MalformedJson, or all faults of the query
   */
  async plan(ctx: RequestContext, json: string | undefined): Promise<PlannedQuery> {
    if (json === undefined || json.length > MAX_BODY_LENGTH) return planned(ctx, await parseBody(json));
    const key = `${this.#keyOf(ctx)}${ctx.preferences.strict ? '!' : ' '}${headOf(json)}`;
    const seen = this.#seen.get(key);
    for (const query of seen ?? []) {
      const known = query.planFor(ctx, json);
      if (known !== undefined) return known;
    }
    const made = planned(ctx, readJson(json, OUTSIDE_LIMITS));
    const learned = KnownQuery.of(json, made);
    if (learned !== undefined) this.#seen.set(key, [learned, ...(seen ?? []).slice(0, MAX_VARIANTS - 1)]);
    return made;
  }

  #keyOf(ctx: RequestContext): string {
    const known = this.#rights.get(ctx.principal);
    if (known?.catalogue === ctx.catalogue) return known.key;
    const keys = this.#keys.get(ctx.catalogue) ?? new Map<string, string>();
    this.#keys.set(ctx.catalogue, keys);
    const access = accessKey({ ctx, rights: 'caller' });
    const key = keys.get(access) ?? String(++this.#made);
    keys.set(access, key);
    this.#rights.set(ctx.principal, { catalogue: ctx.catalogue, key });
    return key;
  }
}

function planned(ctx: RequestContext, body: JsonValue | undefined): PlannedQuery {
  const { command, log } = readSelect(body, ctx.preferences.strict);
  return { plan: planSelect(ctx, command), log };
}
