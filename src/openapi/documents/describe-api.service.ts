import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Languages } from '#core/catalogue/labels.js';
import { languagesOf } from '#core/context/languages.js';
import type { Principal, RequestContext } from '#core/context/context.js';
import { describedIn, knownLanguages } from '#openapi/core/described-languages.js';
import { type DescribedRights, describedRights, rightsKey } from '#openapi/core/described-rights.js';
import { type FixedDocument, fixedPieces } from '#core/schemas/fixed-document.js';
import type { OpenApiVersion } from '#core/schemas/openapi-versions.js';
import type { StoredDocument } from '#platform/http/reply.js';
import { ApiDocument } from '#platform/http/openapi/api-document.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { ReadDescribedDefinitions } from './read-described-definitions.service.js';
import { storeDocument } from '#platform/http/openapi/stored-document.js';

/** Most bytes of the cached documents of all environments. */
const MAX_BYTES = 32 * 1_048_576;
/** Time after which a description is given up, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Makes OpenAPI documents. Those of environments are cached by the version of the definitions and the rights of the
 * caller and their language, so that callers with equal rights share one.
 */
@Injectable()
export class DescribeApi {
  readonly #documents = new LRUCache<string, StoredDocument>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ content, compressed }) => Math.min(content.length + compressed.length, MAX_BYTES),
  });
  readonly #fixed = new Map<OpenApiVersion, Promise<StoredDocument>>();
  /** Keys of rights; a changed member has a new principal. */
  readonly #keys = new WeakMap<Principal, { readonly catalogue: Catalogue; readonly key: string }>();
  readonly #languages = new WeakMap<Catalogue, ReadonlySet<string>>();
  readonly #pending = new Map<string, Promise<StoredDocument>>();

  constructor(
    private readonly fixed: ApiDocument,
    private readonly definitions: ReadDescribedDefinitions,
  ) {}

  /** Document of the routes that every environment has. */
  ofRoutes(version: OpenApiVersion): Promise<StoredDocument> {
    const known = this.#fixed.get(version);
    if (known) return known;
    const making = this.#makeFixed(version);
    this.#fixed.set(version, making);
    return making;
  }

  /** Document of an environment as its caller may use it. */
  async ofEnvironment(ctx: RequestContext, version: OpenApiVersion): Promise<StoredDocument> {
    const { environment, version: definitions } = ctx.catalogue;
    const { hash, rights } = await this.#rightsOf(ctx);
    const languages = await this.#languagesOf(ctx);
    const key = `${environment.id} ${definitions} ${version} ${hash} ${languages.tags.join()}`;
    const known = this.#documents.get(key) ?? this.#pending.get(key);
    if (known) return known;
    const making = this.#make(ctx, { version, languages }, rights).finally(() => this.#pending.delete(key));
    this.#pending.set(key, making);
    const document = await making;
    this.#documents.set(key, document);
    return document;
  }

  /** Returns the hash of the caller's rights, and the rights where they had to be found for it. */
  async #rightsOf(ctx: RequestContext): Promise<{ readonly hash: string; readonly rights?: DescribedRights }> {
    const { catalogue, principal } = ctx;
    const known = this.#keys.get(principal);
    if (known?.catalogue === catalogue) return { hash: known.key };
    const rights = await inSlices(describedRights(ctx));
    const key = createHash('sha256')
      .update(await inSlices(rightsKey(rights)))
      .digest('base64url');
    this.#keys.set(principal, { catalogue, key });
    return { hash: key, rights };
  }

  async #makeFixed(version: OpenApiVersion): Promise<StoredDocument> {
    const document = (await this.fixed.get()) as unknown as FixedDocument;
    return storeDocument(fixedPieces(document, version), Infinity);
  }

  /** Languages of the caller in which the definitions have labels: each of them has a document. */
  async #languagesOf(ctx: RequestContext): Promise<Languages> {
    const known = this.#languages.get(ctx.catalogue) ?? (await inSlices(knownLanguages(ctx.catalogue)));
    this.#languages.set(ctx.catalogue, known);
    return describedIn(languagesOf(ctx), known);
  }

  async #make(
    ctx: RequestContext,
    asked: { readonly version: OpenApiVersion; readonly languages: Languages },
    known?: DescribedRights,
  ): Promise<StoredDocument> {
    // Loaded with the first description: most nodes never make one.
    const { describeEnvironment } = await import('#openapi/core/describe-environment.js');
    const rights = known ?? (await inSlices(describedRights(ctx)));
    const [definitions, frame] = await Promise.all([this.definitions.read(ctx), this.fixed.frame()]);
    return storeDocument(describeEnvironment(ctx, { rights, definitions, frame, ...asked }), TIMEOUT_MS);
  }
}
