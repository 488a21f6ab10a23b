import { type Agent, request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf, DeliveryError, isCertificateCode, permanentFault, temporaryFault } from './delivery.errors.js';
import type { Target } from './target.js';

/** One request to one host. */
export interface Exchange {
  readonly target: Target;
  /** Checked addresses of the host; the connection goes to one of them. */
  readonly addresses: readonly string[];
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Ends the exchange at its deadline, also while the answer is read. */
  readonly signal: AbortSignal;
  /** Keeps connections for later exchanges; absent: the exchange has a connection of its own. */
  readonly agent?: Agent | undefined;
}

const MAX_HEADER_BYTES = 16_384;

/**
 * Sends a request and returns the answer, whose body has not been read yet. Environment variables have no say: neither
 * proxies nor laxer checks of certificates and messages. A request on a kept connection that the host has closed
 * meanwhile is sent again.
 */
export function exchange(call: Exchange): Promise<IncomingMessage> {
  const { target, body } = call;
  const start = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = start({ ...optionsOf(call), rejectUnauthorized: true }, resolve);
    request.on('error', (error) => {
      if (request.reusedSocket && codeOf(error) === 'ECONNRESET') resolve(exchange(call));
      else reject(error);
    });
    // Without an error, for example after an answer that changes the protocol.
    request.on('close', () => reject(permanentFault(`The host ${target.shown} gave no answer.`)));
    request.end(body);
  });
}

function optionsOf({ target, addresses, method, headers, signal, agent }: Exchange): RequestOptions {
  const { url, host, port } = target;
  return {
    protocol: url.protocol,
    hostname: host,
    port,
    path: url.pathname + url.search,
    method,
    headers,
    signal,
    agent: agent ?? false,
    lookup: lookupOf(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
  };
}

/** Gives the connection the checked addresses, so that the name is not resolved a second time. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) callback(null, found);
    else callback(null, found[0].address, found[0].family);
  };

/** Describes a failed exchange. @throws errors that are no faults of the other side */
export function exchangeFault(error: unknown, { shown: host }: Target, signal: AbortSignal): DeliveryError {
  if (error instanceof DeliveryError) return error;
  if (signal.aborted) return temporaryFault(`The host ${host} did not answer in time.`);
  const code = codeOf(error);
  if (code === undefined) throw error;
  if (code === 'HPE_HEADER_OVERFLOW')
    return permanentFault(`The headers of the answer of ${host} exceed ${MAX_HEADER_BYTES} bytes.`);
  if (code.startsWith('HPE_')) return permanentFault(`The answer of ${host} is not valid HTTP.`);
  if (/^(Z_|ERR__)/.test(code)) return permanentFault(`The answer of ${host} could not be decompressed.`);
  if (isCertificateCode(code)) return permanentFault(`The certificate of ${host} is not valid.`);
  return temporaryFault(`The connection to ${host} failed.`);
}
