import type { RequestTemplate } from './load/load.js';
import type { Bed } from './rig/bed.js';
import type { Server } from './rig/processes.js';
import {
  accessRequest,
  bulkRequest,
  byIdRequest,
  type CallHeaders,
  includeRequest,
  insertRequest,
  pageRequest,
} from './rig/requests.js';

/** A promise about the service's speed beside that of another server for the same requests. */
export interface Claim {
  readonly name: string;
  readonly connections: number;
  /** True if each connection is that of another user. */
  readonly differentCallers?: boolean;
  /** Least share of the other server's requests per second. */
  readonly target: number;
  readonly request: (headers: CallHeaders) => RequestTemplate;
  readonly otherOf: (bed: Bed) => Server;
  /** Request to the other, if it is not the same. */
  readonly otherRequest?: (headers: CallHeaders) => RequestTemplate;
}

const thousandRows = (headers: CallHeaders): RequestTemplate => bulkRequest(headers);
const limitOf = ({ limit }: Bed): Server => limit;
const serviceOf = ({ service }: Bed): Server => service;

export const CLAIMS: readonly Claim[] = [
  { name: 'edge', connections: 32, target: 0.45, request: accessRequest, otherOf: ({ raw }) => raw },
  { name: 'by-id', connections: 16, target: 0.6, request: byIdRequest, otherOf: limitOf },
  { name: 'page', connections: 16, target: 0.8, request: pageRequest, otherOf: limitOf },
  { name: 'include', connections: 16, target: 0.67, request: includeRequest, otherOf: limitOf },
  // Last, since they change what the others read.
  { name: 'insert', connections: 16, target: 0.6, request: insertRequest, otherOf: limitOf },
  {
    name: 'insert-callers',
    connections: 16,
    differentCallers: true,
    target: 0.7,
    request: insertRequest,
    otherOf: limitOf,
  },
  { name: 'bulk', connections: 4, target: 0.6, request: thousandRows, otherOf: limitOf },
  {
    name: 'bulk-x',
    connections: 1,
    target: 10,
    request: thousandRows,
    otherOf: serviceOf,
    otherRequest: insertRequest,
  },
];
