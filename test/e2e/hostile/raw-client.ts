import { connect } from 'node:net';

/** An answer taken apart by hand: fetch would not send half of what is sent here. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  readonly text: string;
}

/** Longer than any answer here takes. */
const TIMEOUT_MS = 10_000;

function parse(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const headers = bytes.subarray(0, Math.max(end, 0)).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1] ?? 0);
  return { status, headers, text: bytes.subarray(end + 4).toString('utf8') };
}

/** Sends bytes as they are, and reads until the service hangs up. Status 0: it gave no answer. */
export function sendRaw(url: string, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part);
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The service gave no answer.')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(parse(Buffer.concat(chunks))));
    // The service may hang up while a refused body is still on its way; what it answered counts.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
  });
}

/** A request of raw bytes that asks the service to hang up afterwards. @param lines header lines */
export const rawRequest = (line: string, lines: readonly string[], body: string | Buffer = ''): [string, Buffer] => {
  const bytes = Buffer.from(body);
  const length = bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : [];
  return [`${[`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...length, ...lines].join('\r\n')}\r\n\r\n`, bytes];
};
