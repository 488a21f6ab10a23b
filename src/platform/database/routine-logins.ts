import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type { RoutineRole } from '#core/routine-roles/routine-role.sql.js';
import type { PlatformDatabase } from './platform-database.js';

/** Login of the sessions that run routines of an environment. */
export interface RoutineLogin extends RoutineRole {
  readonly password: string;
}

const SCRAM_ITERATIONS = 4_096;

/**
 * Logins of environments' routines, and signatures of the service's messages to their sessions. They are derived from
 * one key in the database, so that all nodes agree and nothing is stored per environment (decision 0120).
 */
export class RoutineLogins {
  readonly #logins = new Map<string, RoutineLogin>();
  #key: Promise<Buffer> | undefined;

  constructor(private readonly platform: PlatformDatabase) {}

  /**
   * Derives a login of an environment.
   * @param schema schema of the environment
   * @param readsProtected that of the routines that read protected fields
   */
  async of(schema: string, readsProtected = false): Promise<RoutineLogin> {
    const prefix = `${schema}_${readsProtected ? 'full' : 'code'}`;
    const known = this.#logins.get(prefix);
    if (known) return known;
    const login = { ...loginOf(prefix, await this.#read()), readsProtected };
    this.#logins.set(prefix, login);
    return login;
  }

  /** All logins of an environment. */
  all(schema: string): Promise<readonly RoutineLogin[]> {
    return Promise.all([false, true].map((readsProtected) => this.of(schema, readsProtected)));
  }

  /** Signs a text, so that the database can verify its origin: `sha256(key || sha256(key || text))`. */
  async sign(text: string): Promise<Buffer> {
    const key = await this.#read();
    return sha256(key, sha256(key, Buffer.from(text)));
  }

  #read(): Promise<Buffer> {
    this.#key ??= this.platform
      .repeatable<{ key: string }>(`SELECT encode(key, 'hex') AS key FROM platform.routine_key`)
      .then(([{ key }]) => Buffer.from(key, 'hex'))
      .catch((error: unknown) => {
        this.#key = undefined;
        throw error;
      });
    return this.#key;
  }
}

const sha256 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function loginOf(prefix: string, key: Buffer): RoutineLogin {
  const name = `${prefix}_${hmac(key, 'name').toString('hex').slice(0, 6)}`;
  const password = hmac(key, `password ${name}`).toString('base64url');
  return { name, password, verifier: scramVerifier(password, hmac(key, `salt ${name}`).subarray(0, 16)) };
}

/** SCRAM verifier of a password (RFC 5803), so that statements and logs never contain the password. */
function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256');
  const storedKey = sha256(hmac(salted, 'Client Key')).toString('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
