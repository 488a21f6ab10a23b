import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type { RoutineRole } from '#core/routine-roles/routine-role.sql.js';
import type { PlatformDatabase } from './platform-database.js';

/** Login of the sessions that run an environment's routines. */
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

  /** Derives the login of an environment. @param schema schema of the environment */
  async of(schema: string): Promise<RoutineLogin> {
    const known = this.#logins.get(schema);
    if (known) return known;
    const login = loginOf(schema, await this.#read());
    this.#logins.set(schema, login);
    return login;
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

function loginOf(schema: string, key: Buffer): RoutineLogin {
  const name = `${schema}_code_${hmac(key, 'name').toString('hex').slice(0, 6)}`;
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
