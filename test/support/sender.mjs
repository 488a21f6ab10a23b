import { request } from 'node:http';
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';

/** Bytes at both ends of an answer that are handed on. */
const SHOWN = 4_000;

// Sends requests from a thread of its own, so that its work is not that of the service's event loop.
parentPort.on('message', ({ id, url, method, headers, body, gzip }) => {
  const plain = body === undefined ? undefined : Buffer.from(body);
  const bytes = plain && gzip ? gzipSync(plain, { level: 1 }) : plain;
  const length = bytes ? { 'Content-Length': bytes.length, 'Content-Type': 'application/json' } : {};
  const coding = bytes && gzip ? { 'Content-Encoding': 'gzip' } : {};
  const startedAt = performance.now();
  const sent = request(url, { method, headers: { ...headers, ...length, ...coding } }, (response) => {
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('end', () => {
      const text = Buffer.concat(chunks);
      const shown = text.toString('utf8', 0, SHOWN) + text.toString('utf8', Math.max(SHOWN, text.length - SHOWN));
      const ms = performance.now() - startedAt;
      parentPort.postMessage({ id, status: response.statusCode, bytes: text.length, shown, ms }, []);
    });
  });
  sent.on('error', (error) => parentPort.postMessage({ id, status: 0, bytes: 0, shown: String(error), ms: 0 }, []));
  sent.end(bytes);
});
