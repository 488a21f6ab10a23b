import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Way } from './hub-app.js';

/** Certificate and key of the tests' HTTPS servers. */
export const CERTIFICATE_FILE = fileURLToPath(new URL('./localhost.pem', import.meta.url));

const PROGRAM = fileURLToPath(new URL('./visit-hub.ts', import.meta.url));

/** Longer than visits last, unless a client waits for what never comes. */
const TIMEOUT_MS = 50_000;

/** Short visits of the original's client to a hub. */
export interface Visits extends Way {
  /** Of the hub. */
  readonly url: string;
  readonly atOnce: number;
  readonly times: number;
  /** Whether requests go through another node, over HTTPS too. */
  readonly isForwarded: boolean;
}

/** Lets a process of its own visit a hub. @returns what went wrong */
export async function visit(visits: Visits): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', PROGRAM, JSON.stringify(visits)], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE },
    timeout: TIMEOUT_MS,
  });
  return JSON.parse(stdout) as readonly string[];
}
