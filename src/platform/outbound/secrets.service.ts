import { Injectable, Logger } from '@nestjs/common';
import { statSync } from 'node:fs';
import type { JsonValue } from '#core/json/json.js';
import { Config } from '#platform/process/config/config.js';
import { redactorOf } from './redact.js';
import {
  type EnvironmentSecrets,
  readSecretsFile,
  type SecretsByEnvironment,
} from '#platform/process/config/secrets-file.js';

/** Least time between two looks at the file. */
const LOOK_EVERY_MS = 1_000;
/** Name of the key that signs calls. It is not for headers: whoever knows it can sign for the environment. */
const SIGNING = 'signing';
/** Name of the second key while the first one is rotated: it signs calls of hooks, too. */
const SIGNING_NEXT = 'signing-next';

/**
 * Secrets of environments for calls to other systems, from the file that SECRETS_FILE names. A changed file is read
 * again within a second; while it is faulty or missing, the secrets that were read last stay in force.
 */
@Injectable()
export class Secrets {
  readonly #logger = new Logger('Secrets');
  readonly #path: string | undefined;
  /** Forgotten with the secrets that they remove. */
  readonly #redactors = new WeakMap<EnvironmentSecrets, ReturnType<typeof redactorOf>>();
  #secrets: SecretsByEnvironment = new Map();
  #version = '';
  #lookedAt = -Infinity;

  /** @throws {Error} when the file is faulty */
  constructor({ outbound }: Config) {
    this.#path = outbound.secretsFile;
    if (this.#path === undefined) return;
    this.#version = versionOf(this.#path);
    this.#secrets = readSecretsFile(this.#path);
  }

  /** Finds a secret of an environment by its exact name. The signing keys are not found. */
  find(environmentId: string, name: string): string | undefined {
    return name === SIGNING || name === SIGNING_NEXT ? undefined : this.#of(environmentId)?.get(name);
  }

  /** Returns the key that signs an environment's calls, if there is one. */
  signingKey(environmentId: string): string | undefined {
    return this.#of(environmentId)?.get(SIGNING);
  }

  /** Returns the keys that sign an environment's calls of hooks: two while one is rotated. */
  signingKeys(environmentId: string): readonly string[] {
    const secrets = this.#of(environmentId);
    return [SIGNING, SIGNING_NEXT].flatMap((name) => secrets?.get(name) ?? []);
  }

  /** Removes an environment's secrets from what another system answered. */
  redact(environmentId: string, value: JsonValue): JsonValue {
    const secrets = this.#of(environmentId);
    if (secrets === undefined) return value;
    let redact = this.#redactors.get(secrets);
    if (!redact) this.#redactors.set(secrets, (redact = redactorOf([...secrets.values()])));
    return redact(value);
  }

  #of(environmentId: string): EnvironmentSecrets | undefined {
    if (this.#path !== undefined && performance.now() - this.#lookedAt >= LOOK_EVERY_MS) this.#look(this.#path);
    return this.#secrets.get(environmentId.toLowerCase());
  }

  #look(path: string): void {
    this.#lookedAt = performance.now();
    const version = versionOf(path);
    if (version === this.#version) return;
    this.#version = version;
    try {
      this.#secrets = readSecretsFile(path);
    } catch (error) {
      this.#logger.warn(`SECRETS_FILE ${(error as Error).message}. The secrets that were read last stay in force.`);
    }
  }
}

/** Returns a text that changes with the file. */
function versionOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 'missing' : `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
}
