import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type { RoutineRole } from '../../core/routines/routine-role.sql.js';
import type { PlatformTables } from '../tables/platform-tables.js';

/** A role by which sessions of an environment's routines log in. */
export interface RoutineLogin extends RoutineRole {
  readonly password: string;
}

const SCRAM_ITERATIONS = 4_096;

/**
 * Logins of environments' routines, and the signature of what the service tells their sessions. All of it follows from
 * one key in the database, so that every node knows it and nothing has to be stored per environment.
 */
export class RoutineLogins {
  readonly #logins = new Map<string, RoutineLogin>();
  #key: Promise<Buffer> | undefined;

  constructor(private readonly tables: PlatformTables) {}

  /** @param schema of the environment */
  async of(schema: string): Promise<RoutineLogin> {
    const known = this.#logins.get(schema);
    if (known) return known;
    const login = loginOf(schema, await this.#read());
    this.#logins.set(schema, login);
    return login;
  }

  /** Proves to the database that the service wrote the text: `sha256(key || sha256(key || text))`. */
  async sign(text: string): Promise<Buffer> {
    const key = await this.#read();
    return sha256(key, sha256(key, Buffer.from(text)));
  }

  #read(): Promise<Buffer> {
    this.#key ??= this.tables
      .repository('RoutineKeyRow')
      .then((keys) => keys.findOneOrFail({ where: {} }))
      .then(({ key }) => key)
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

/** What PostgreSQL keeps of a password (RFC 5803), so that the password itself is in no statement and in no log. */
function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256');
  const storedKey = sha256(hmac(salted, 'Client Key')).toString('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
