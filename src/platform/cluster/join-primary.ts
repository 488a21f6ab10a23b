import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config/config.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/** Drains; what is only starting ends at once. */
const end = (): boolean => process.kill(process.pid, 'SIGTERM');
const tell = (message: FromWorker): void => void process.send?.(message);

/**
 * Waits for the settings of this worker. They come as a message: others can see a process's arguments, and the primary
 * has settled what depends on how the service was started. From here on the worker does not outlive its primary.
 */
export async function settingsFromPrimary(): Promise<Config> {
  process.once('disconnect', () => {
    new Logger('Worker').error('The primary process has gone; this worker ends too.');
    end();
  });
  if (!process.connected) end(); // It went before anybody listened.
  const [message] = (await once(process, 'message')) as [Extract<ToWorker, object>];
  return message.config;
}

/** Serves the connections that the primary gives, beside those of the server's own port, until the server closes. */
export function takeConnections(server: Server): void {
  process.on('message', (_: ToWorker, socket?: Socket) => {
    if (!server.listening) return tell('refused');
    tell('taken');
    // Gone already when it could not be handed over.
    if (!socket) return;
    // As the server's own are: a client may end its half before it has read the answer.
    socket.allowHalfOpen = true;
    server.emit('connection', socket);
  });
  tell('serves');
}
