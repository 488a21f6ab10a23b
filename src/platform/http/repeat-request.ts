import type { IncomingMessage, ServerResponse } from 'node:http';
import { MOST_ATTEMPTS } from '#platform/process/scheduling/attempts.js';
import { REPEAT } from '#platform/process/scheduling/backoff.js';
import { stateOf } from '#platform/observability/requests/request-state.js';

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Handles a request again if it is a read whose body is kept and whose answer has not begun. Writes are repeated by
 * what runs them, which knows what they have stored.
 * @returns false for other requests, and after the last attempt
 */
export function repeatRequest(req: IncomingMessage, res: ServerResponse, handle: () => void): boolean {
  const state = stateOf(req);
  const isKept = state.body !== undefined || WITHOUT_BODY.has(req.method!);
  if (state.writes || !isKept || res.headersSent || res.destroyed || state.attempt === MOST_ATTEMPTS) return false;
  setTimeout(handle, REPEAT.after(state.attempt));
  state.attempt++;
  return true;
}
