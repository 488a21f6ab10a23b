import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type RequestState, stateOf } from '#platform/observability/requests/request-state.js';

/** Prototypes of requests and responses in an Express application, which its types leave out. */
interface Prototypes {
  request: object;
  response: object;
}

/**
 * Creates classes for a server's requests and responses with the members of an Express application's prototypes.
 *
 * Express replaces the prototypes of the request and the response, which disables optimisations of V8 and costs 4 times
 * the CPU per request on Node 20. With these classes it sets the prototype that is already there (decision 0160).
 */
export function expressClasses(app: Prototypes): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends StatefulResponse {}
  graft(ExpressRequest.prototype, app.request);
  graft(ExpressResponse.prototype, app.response);
  app.request = ExpressRequest.prototype;
  app.response = ExpressResponse.prototype;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse as typeof ServerResponse };
}

type OwnHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** Writes the headers of the request's state with the status. */
class StatefulResponse extends ServerResponse {
  override writeHead(status: number, own?: string | OwnHeaders, further?: OwnHeaders): this {
    // Node answers some faulty requests before they get a state.
    const common = (stateOf(this.req) as RequestState | undefined)?.headers ?? [];
    if (this.getHeaderNames().length === 0) {
      if (own === undefined) return super.writeHead(status, common);
      if (Array.isArray(own)) return super.writeHead(status, common.concat(own as string[]));
    }
    setHeaders(this, common);
    return super.writeHead(status, own as string, further);
  }
}

/** Sets headers, a name before each value, unless they are set already. */
export function setHeaders(res: ServerResponse, headers: readonly string[]): void {
  for (let i = 0; i < headers.length; i += 2) if (!res.hasHeader(headers[i])) res.setHeader(headers[i], headers[i + 1]);
}

/** Copies the members of `source` and its prototypes, up to Node's own ones, nearest first. */
function graft(target: object, source: object): void {
  let from = source;
  while (from !== IncomingMessage.prototype && from !== ServerResponse.prototype) {
    const { constructor: _, ...members } = Object.getOwnPropertyDescriptors(from);
    for (const [name, member] of Object.entries(members))
      if (!Object.hasOwn(target, name)) Object.defineProperty(target, name, member);
    from = Object.getPrototypeOf(from) as object;
  }
}
