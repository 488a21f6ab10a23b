import type { Claim } from '../claims.js';
import { type RequestTemplate, NUMBER } from '../load/load.js';
import type { Server } from '../rig/processes.js';
import { bulkRequest, byIdRequest, type CallHeaders, insertRequest, pageByRequest } from '../rig/requests.js';
import { OWN_PHONES, phoneOf } from './peer-data.js';

type Request = Claim['request'];

/** The first 50 of the 200 customers of the caller with one telephone number, by name, with their exact number. */
const pageRequest: Request = (headers) => ({
  ...pageByRequest(headers, 'Phone', phoneOf(NUMBER)),
  numbersBelow: OWN_PHONES,
});

const thousandRows = (headers: CallHeaders): RequestTemplate => bulkRequest(headers);

/** Ways in which the peer has the same routes: Npgsql alone, with a change log, and EF Core without what tunes it. */
type Variant = 'bare' | 'logged' | 'plain';

/** The same request at another variant of the peer. */
const at =
  (variant: Variant, request: Request): Request =>
  (headers) => {
    const template = request(headers);
    return { ...template, path: `/${variant}${template.path}` };
  };

interface Comparison extends Pick<Claim, 'name' | 'target' | 'request' | 'differentCallers'> {
  readonly connections?: number;
  readonly variant?: Variant;
}

/** Reads first: the others change what they read. Bare Npgsql and plain EF Core have no target of their own. */
const COMPARISONS: readonly Comparison[] = [
  { name: 'by-id', target: 1.3, request: byIdRequest },
  { name: 'by-id-64', connections: 64, target: 1.3, request: byIdRequest },
  { name: 'by-id-plain', variant: 'plain', target: 0, request: byIdRequest },
  { name: 'by-id-bare', variant: 'bare', target: 0, request: byIdRequest },
  { name: 'page', target: 1.3, request: pageRequest },
  { name: 'page-plain', variant: 'plain', target: 0, request: pageRequest },
  { name: 'page-bare', variant: 'bare', target: 0, request: pageRequest },
  { name: 'insert', target: 1.3, request: insertRequest, differentCallers: true },
  { name: 'insert-64', connections: 64, target: 1.3, request: insertRequest, differentCallers: true },
  { name: 'insert-logged', variant: 'logged', target: 1.3, request: insertRequest, differentCallers: true },
  { name: 'insert-bare', variant: 'bare', target: 0, request: insertRequest, differentCallers: true },
  { name: 'bulk', connections: 4, target: 0, request: thousandRows },
  { name: 'bulk-logged', connections: 4, variant: 'logged', target: 1, request: thousandRows },
];

/** Claims beside ASP.NET Core and EF Core. */
export const peerClaims = (peer: Server): readonly Claim[] =>
  COMPARISONS.map(({ name, connections = 16, variant, request, ...more }) => ({
    ...more,
    name: `peer-${name}`,
    connections,
    request,
    otherOf: () => peer,
    otherRequest: variant && at(variant, request),
  }));

export const PEER_FAN_OUT = 'peer-fan-out';
/** Names of all benches beside the peer. */
export const PEER_NAMES: readonly string[] = [...COMPARISONS.map(({ name }) => `peer-${name}`), PEER_FAN_OUT];
