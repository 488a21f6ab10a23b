import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Way } from './hub-app.js';

/** Certificate and key of the tests' HTTPS servers. */
export const CERTIFICATE_FILE = fileURLToPath(new URL('./localhost.pem', import.meta.url));

const PROGRAM = fileURLToPath(new URL('./visit-hub.ts', import.meta.url));

/** Longer than visits last unless a client hangs. */
const TIMEOUT_MS = 50_000;

/** Short visits of the original's client to a hub. */
export interface Visits extends Way {
  /** Of the hub. */
  readonly url: string;
  readonly atOnce: number;
  readonly times: number;
  /** True when requests are forwarded by another node, over HTTPS too. */
  readonly isForwarded: boolean;
}

/** Visits a hub from a separate process. @returns its errors */
export async function visit(visits: Visits): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', PROGRAM, JSON.stringify(visits)], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE },
    timeout: TIMEOUT_MS,
  });
  return JSON.parse(stdout) as readonly string[];
}
