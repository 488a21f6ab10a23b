import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isObject, JsonNumber, type JsonValue, writeJson } from '#core/json/json.js';
import { storableJson } from '#core/values/storable-json.js';
import { textOf } from '#core/tokens/template.js';
import { OutboundHttp } from '#platform/outbound/outbound-http.service.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import { Secrets } from '#platform/outbound/secrets.service.js';
import type { ActionHandler, OtherStep, StepCall } from '#automation/runs/action-handler.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import { urlOf } from '#automation/core/deliveries/call-url.js';
import { stepFault } from './delivery-faults.js';
import { headersOf, secretHeadersOf } from '#automation/core/deliveries/secret-headers.js';

/**
 * Calls of this process under way at once, which bounds sockets and the memory of answers, and those of one environment to
 * one host, so that a host that hangs delays its own calls only.
 */
const CALLS = { permits: 32, perTenant: 32, perUser: 8 };

/** Executes HttpCall. Its headers get their secrets right before the call, so that nothing else ever holds them. */
@Injectable()
export class HttpCallHandler implements ActionHandler, OnModuleInit {
  readonly #calls = new FairShare('calls of other systems', CALLS);

  constructor(
    private readonly handlers: ActionHandlers,
    private readonly http: OutboundHttp,
    private readonly secrets: Secrets,
  ) {}

  onModuleInit(): void {
    this.handlers.register('HttpCall', this);
  }

  prepare(call: StepCall): OtherStep {
    const url = urlOf(textOf(call.action.body.Url), call.find);
    const host = URL.canParse(url) ? new URL(url).host : '';
    const consumer = { tenantId: call.ctx.catalogue.environment.id, userId: host };
    return { kind: 'remote', perform: () => this.#calls.withPermit(consumer, () => this.#send(call, url)) };
  }

  /** @throws {DomainError} Validation for what another try does not mend; {TemporaryFault} */
  async #send({ ctx, action, body, find }: StepCall, url: string): Promise<JsonValue> {
    const environmentId = ctx.catalogue.environment.id;
    const content = contentOf(body.Body ?? null);
    const given = isObject(action.body.Headers) ? action.body.Headers : {};
    const headers = headersOf(given, find, (name) => this.secrets.find(environmentId, name));
    try {
      const answer = await this.http.send({
        environmentId,
        method: textOf(body.Method),
        url,
        secretHeaders: secretHeadersOf(given),
        headers: content && !hasContentType(headers) ? { ...headers, 'Content-Type': content.type } : headers,
        ...(content && { body: content.text }),
        eventId: ctx.correlationId,
      });
      return { StatusCode: new JsonNumber(String(answer.statusCode)), Body: storableJson(answer.body) };
    } catch (error) {
      throw stepFault(error);
    }
  }
}

/** Text is sent as it is, any other value as JSON. */
function contentOf(body: JsonValue): { readonly text: string; readonly type: string } | undefined {
  if (body === null) return undefined;
  if (typeof body === 'string') return { text: body, type: 'text/plain; charset=utf-8' };
  return { text: writeJson(body), type: 'application/json' };
}

const hasContentType = (headers: Readonly<Record<string, string>>): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
