import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { KEY_SECRET_START } from '#core/catalogue/api-key.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';

/** Where a key is. */
export interface KeyPlace {
  readonly environmentId: string;
  readonly keyId: string;
}

/** A key with the ids of its context. */
export interface PlacedKey extends KeyPlace {
  readonly tenantId: string;
  readonly appId: string;
}

const MAX_KNOWN = 10_000;
const SECRET_BYTES = 32;

/** Makes the secret of a key: 256 random bits behind the last digits of its Id, which tell keys apart. */
export const newSecret = (keyId: string): string =>
  `${KEY_SECRET_START}${keyId.slice(-8)}_${randomBytes(SECRET_BYTES).toString('base64url')}`;

const digestOf = (secret: string): string => hash('sha256', secret, 'hex');

/** Finds keys by their secrets, of which the hashes alone are stored. */
@Injectable()
export class KnownKeys {
  /** By hash. A secret never becomes that of another key. */
  readonly #known = new LRUCache<string, PlacedKey>({ max: MAX_KNOWN });

  constructor(private readonly platform: PlatformDatabase) {}

  /** A key that this process has found before; no statement is sent. */
  known(secret: string): PlacedKey | undefined {
    return this.#known.get(digestOf(secret));
  }

  async find(secret: string): Promise<PlacedKey | undefined> {
    const digest = digestOf(secret);
    const [found] = await this.platform.repeatable<PlacedKey>(
      `SELECT k.environment_id AS "environmentId", k.key_id AS "keyId", a.id AS "appId", a.tenant_id AS "tenantId"
       FROM platform.api_key k
       JOIN platform.environment e ON e.id = k.environment_id
       JOIN platform.app a ON a.id = e.app_id
       WHERE k.hash = decode($1, 'hex')`,
      [digest],
    );
    if (found) this.#known.set(digest, found);
    return found;
  }

  /** Stores the hash of the secret of a new key, in the transaction that creates the key. */
  async add(secret: string, { environmentId, keyId }: KeyPlace, query: Query): Promise<void> {
    const values = [digestOf(secret), environmentId, keyId];
    const text = `INSERT INTO platform.api_key (hash, environment_id, key_id) VALUES (decode($1, 'hex'), $2::uuid, $3::uuid)`;
    await query(text, values);
  }

  /** Forgets all, because the database was replaced. */
  forget(): void {
    this.#known.clear();
  }
}
