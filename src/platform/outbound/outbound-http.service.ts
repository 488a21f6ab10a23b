import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { Config } from '#platform/process/config/config.js';
import { canonicalAddress, reachOf } from '#platform/process/config/address-ranges.js';
import { AddressResolver } from './address-resolver.js';
import { codeOf, permanentFault, temporaryFault } from './delivery.errors.js';
import { exchange, exchangeFault } from './exchange.js';
import { coversHost, coversName } from '#platform/process/config/host-pattern.js';
import { type OutboundAnswer, type OutboundCall, prepareCall, type PreparedCall } from './outbound-call.js';
import { readAnswer } from './read-answer.js';
import { afterRedirect, isRedirect, type Hop } from './redirect.js';
import { answerFault } from './refused-answer.js';
import type { NewSpan } from '#platform/observability/traces/tracer.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { Secrets } from './secrets.service.js';
import { parseTarget, type Target } from './target.js';
import { webhookHeaders } from './webhook-signature.js';

const MAX_REDIRECTS = 3;

/** Connections that are kept: few for each host, and not for long, since the addresses of a host change. */
const KEPT = { keepAlive: true, maxFreeSockets: 16, timeout: 10_000 };

/** Faults of name resolution that another try does not mend. */
const UNKNOWN_NAME: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * HTTP calls to the hosts that the operator lists, and to nothing else. The addresses of a host are checked and the
 * connection goes to a checked one, so a name cannot lead into the operator's own network. Redirects are checked like
 * first calls.
 */
@Injectable()
export class OutboundHttp implements OnApplicationShutdown {
  readonly #agents = { 'http:': new HttpAgent(KEPT), 'https:': new HttpsAgent(KEPT) };
  readonly #logger = new Logger('OutboundHttp');

  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly resolver: AddressResolver,
    private readonly traces: Traces = new Traces(undefined),
  ) {}

  onApplicationShutdown(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /**
   * Makes a call and returns its answer, with the environment's secrets redacted.
   *
   * @throws {DeliveryError} for everything but an answer with a status from 200 to 299
   */
  async send(call: OutboundCall): Promise<OutboundAnswer> {
    const prepared = prepareCall(call);
    const target = parseTarget(call.url);
    const { eventId } = call;
    const secretHeaders = new Set(call.secretHeaders?.map((name) => name.toLowerCase()));
    return this.traces.leaf(
      eventId,
      () => callSpan(prepared, target),
      async (span) => {
        const headers = traced(prepared.headers, this.traces.headersOf(eventId, span));
        const answer = await this.#follow(call, { ...prepared, headers, secretHeaders, target, isTrusted: true });
        span?.setAttribute('http.response.status_code', answer.statusCode);
        return answer;
      },
    );
  }

  async #follow(call: OutboundCall, first: Hop): Promise<OutboundAnswer> {
    const { timeoutMs } = this.config.outbound;
    const signal = AbortSignal.timeout(Math.min(call.timeoutMs ?? timeoutMs, timeoutMs));
    let hop = first;
    for (let redirects = 0; ; redirects++) {
      const answer = await this.#exchange(call, hop, signal);
      if (!isRedirect(answer)) return this.#result(call, hop.target, answer, signal);
      answer.destroy();
      if (call.refusesRedirects) throw permanentFault(`The host ${first.target.host} redirects, which is not allowed.`);
      if (redirects === MAX_REDIRECTS)
        throw permanentFault(`The host ${first.target.host} redirects more than ${MAX_REDIRECTS} times.`);
      hop = afterRedirect(hop, answer);
    }
  }

  async #exchange(call: OutboundCall, hop: Hop, signal: AbortSignal): Promise<IncomingMessage> {
    const { target, method, body } = hop;
    const addresses = await this.#checkedAddresses(target, signal);
    const agent = call.keepsConnection ? this.#agents[target.url.protocol as 'http:' | 'https:'] : undefined;
    try {
      return await exchange({ target, addresses, method, headers: this.#headers(call, hop), body, signal, agent });
    } catch (error) {
      throw exchangeFault(error, target, signal);
    }
  }

  #headers(call: OutboundCall, hop: Hop): Record<string, string> {
    const { headers, body } = hop;
    return {
      ...Object.fromEntries(headers),
      'Accept-Encoding': 'gzip, deflate, br',
      ...this.#signed(call, hop),
      ...(body && { 'Content-Length': String(body.length) }),
    };
  }

  #signed({ environmentId, eventId, isWebhook }: OutboundCall, hop: Hop): Record<string, string> {
    if (isWebhook) return webhookHeaders(this.secrets.signingKeys(environmentId), eventId, hop.body);
    const key = hop.isTrusted ? this.secrets.signingKey(environmentId) : undefined;
    return { 'X-Event-Id': eventId, ...(key !== undefined && { 'X-Signature': signature(key, eventId, hop) }) };
  }

  async #result(
    call: OutboundCall,
    target: Target,
    answer: IncomingMessage,
    signal: AbortSignal,
  ): Promise<OutboundAnswer> {
    const refusal = answerFault(answer, target.shown);
    if (refusal) {
      answer.destroy();
      throw refusal;
    }
    try {
      const body = await readAnswer(answer, target.shown);
      return { statusCode: answer.statusCode!, body: this.secrets.redact(call.environmentId, body) };
    } catch (error) {
      throw exchangeFault(error, target, signal);
    }
  }

  /** Resolves a host that calls may reach. Refuses it if only one of its addresses may not be reached. */
  async #checkedAddresses(target: Target, signal: AbortSignal): Promise<readonly string[]> {
    const { host } = target;
    if (!coversHost(this.config.outbound.allowedHosts, target)) throw notAllowed(target);
    const addresses = isIP(host) ? [host] : await this.#resolve(target, signal);
    const refused = addresses.find((address) => !this.#mayReach(host, address));
    if (refused !== undefined) {
      this.#logger.warn(`A call to ${target.shown} was refused: its address ${refused} is not public.`);
      throw notAllowed(target);
    }
    return addresses;
  }

  #mayReach(host: string, address: string): boolean {
    const { privateHosts } = this.config.outbound;
    const reach = reachOf(address);
    if (reach !== 'private') return reach === 'public';
    return coversName(privateHosts, host) || coversName(privateHosts, canonicalAddress(address));
  }

  async #resolve({ host, shown }: Target, signal: AbortSignal): Promise<readonly string[]> {
    const unknown = `The host ${shown} is not known.`;
    try {
      const addresses = await Promise.race([this.resolver.resolve(host), rejectedAt(signal)]);
      if (addresses.length > 0) return addresses;
    } catch (error) {
      if (signal.aborted) throw temporaryFault(`The host ${shown} could not be resolved in time.`);
      if (!UNKNOWN_NAME.has(codeOf(error))) throw temporaryFault(`The host ${shown} could not be resolved.`);
    }
    throw permanentFault(unknown);
  }
}

/** The host as workflows may know it; the path may hold values. */
const callSpan = ({ method }: PreparedCall, { shown, port }: Target): NewSpan => ({
  name: `call ${method}`,
  kind: 'client',
  attributes: { 'http.request.method': method, 'server.address': shown, 'server.port': port },
});

/** Adds the context of the trace, unless the workflow sets one itself. */
function traced(given: PreparedCall['headers'], headers: Readonly<Record<string, string>>): PreparedCall['headers'] {
  const isSet = given.some(([name]) => name.toLowerCase() === 'traceparent' || name.toLowerCase() === 'tracestate');
  return isSet ? given : [...Object.entries(headers), ...given];
}

/**
 * Signs a call at a time, so that the receiver can refuse old and foreign ones. `v1` covers the body alone; `v2` also the
 * event, the method and the address, so that a call cannot be repeated as another event or at another address.
 */
function signature(key: string, eventId: string, { method, target, body = Buffer.alloc(0) }: Hop): string {
  const seconds = Math.floor(Date.now() / 1000);
  const address = new URL(target.url);
  address.hash = '';
  const hmac = (...parts: readonly (string | Buffer)[]): string =>
    parts.reduce((made, part) => made.update(part), createHmac('sha256', key)).digest('hex');
  const v1 = hmac(`${seconds}.`, body);
  return `t=${seconds},v1=${v1},v2=${hmac(`${seconds}.${eventId}.${method}.${address.href}.`, body)}`;
}

const rejectedAt = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** The same for hosts that are not listed and for each address that is not public, which may be secret. */
const notAllowed = ({ host, shown, port }: Target): Error =>
  permanentFault(
    shown === host
      ? `Calls to ${host} (port ${port}) are not allowed. The operator lists hosts in HTTP_ALLOWED_HOSTS.`
      : `The host ${shown} leads to where calls are not allowed. The operator lists hosts in HTTP_ALLOWED_HOSTS.`,
  );
