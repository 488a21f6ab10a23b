import { WebSocket } from 'ws';

export const NORMAL_CLOSURE = 1000;

/** WebSocket whose close frames always have a code, even in answer to a close frame without one. */
export class HubSocket extends WebSocket {
  override close(code = NORMAL_CLOSURE, data?: string | Buffer): void {
    super.close(code, data);
  }
}
