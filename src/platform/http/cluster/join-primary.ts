import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#platform/process/config/config.js';
import type { Scrape } from '#platform/observability/metrics/scrape.js';
import type { FromWorker, ToWorker } from './worker-messages.js';

/** Ends this process by SIGTERM: it drains first, unless it is still starting. */
const end = (): boolean => process.kill(process.pid, 'SIGTERM');
const send = (message: FromWorker): void => void process.send?.(message);

/**
 * Waits for this worker's settings from the primary. They come as a message because other users can see a process's
 * arguments. From here on the worker ends when its primary does.
 */
export async function settingsFromPrimary(): Promise<Config> {
  process.once('disconnect', () => {
    new Logger('Worker').error('The primary process has gone; this worker ends too.');
    end();
  });
  if (!process.connected) end(); // The primary ended before the listener was added.
  const [message] = (await once(process, 'message')) as [Extract<ToWorker, { config: Config }>];
  return message.config;
}

/** Longest wait for the metrics of all processes. */
const SCRAPE_MS = 3_000;

/** Reports this process's metrics to the primary, and answers scrapes with those of all processes. */
export function shareMetrics(scrape: Scrape): void {
  const waiting = new Set<(text: string | undefined) => void>();
  const answer = (text: string | undefined): void => {
    for (const resolve of waiting) resolve(text);
    waiting.clear();
  };
  process.on('message', (message: ToWorker) => {
    if (message === 'report') void scrape.metrics.report().then((report) => send({ report }));
    else if (typeof message === 'object' && 'scraped' in message) answer(message.scraped);
  });
  scrape.joinPrimary(() => {
    if (waiting.size === 0) send('scrape');
    return new Promise((resolve) => {
      const timer = setTimeout(answer, SCRAPE_MS, undefined);
      waiting.add((text) => {
        clearTimeout(timer);
        resolve(text);
      });
    });
  });
}

/** Serves the connections from the primary, beside those of the server's own port, until the server closes. */
export function takeConnections(server: Server): void {
  process.on('message', (message: ToWorker, socket?: Socket) => {
    if (message !== 'connection') return;
    if (!server.listening) return send('refused');
    send('taken');
    // Absent when the client disconnected before the connection was handed over.
    if (!socket) return;
    // Same as for connections of the server's own port: a client may end its half before it has read the answer.
    socket.allowHalfOpen = true;
    server.emit('connection', socket);
  });
  send('serves');
}
