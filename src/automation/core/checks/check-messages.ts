import { plainField } from '#core/tokens/token-types.js';
import { faultAt, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { isObject, type JsonObject } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { ActionCheck, NamedRecord, WorkflowNames } from './action-check.js';
import { onlyToken } from '#core/tokens/template.js';
import { hasTokens, literalFaults, tokenFaults, valuesOfToken } from './token-faults.js';
import type { TokenScope } from './token-scope.js';
import { fits, shownType } from './token-values.js';

/** Members that name receivers, with their kinds and the entity that a token may look up. */
const RECEIVERS = [
  ['ToUser', 'users', 'User', 'a user'],
  ['ToRole', 'roles', 'Role', 'a role'],
  ['ToTeam', 'teams', 'Team', 'a team'],
] as const;

export const RECEIVER_MEMBERS: readonly string[] = RECEIVERS.map(([member]) => member);

/** Names and scope by which the receivers of a message are checked. */
export interface Addressing {
  readonly named: Pick<WorkflowNames, 'users' | 'roles' | 'teams'>;
  readonly scope: TokenScope;
}

/** Checks that a message has exactly one kind of receiver, which is known. */
export function* receiverFaults({ named, scope }: Addressing, json: JsonObject, path: string): MemberFaults {
  const given = RECEIVERS.filter(([member]) => (json[member] ?? null) !== null);
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none' : given.map(([member]) => member).join(' and ');
    yield faultAt(path, `Give exactly one of ToUser, ToRole and ToTeam; it has ${found}.`);
  }
  for (const [member, kind, target, noun] of given) {
    const value = json[member];
    const at = `${path}.${member}`;
    if (typeof value !== 'string') continue;
    yield* tokenFaults(scope, value, at);
    const values = onlyToken(value) && valuesOfToken(scope, value);
    if (values && !isReceiver(values, target))
      yield faultAt(at, `${value} is ${shownType(values)}, but ${member} takes the name or the id of ${noun}.`);
    if (!hasTokens(value) && !value.includes('{{')) yield* knownFaults(value, at, { records: named[kind], noun });
  }
}

function isReceiver(values: Parameters<typeof fits>[0], target: string): boolean {
  const type = values.type === 'Any' ? undefined : values.type.type;
  if (type === undefined || type === 'Text' || type === 'LongText') return !values.isList;
  return fits(values, plainField('Lookup', target));
}

function* knownFaults(
  value: string,
  path: string,
  { records, noun }: { readonly records: readonly NamedRecord[]; readonly noun: string },
): MemberFaults {
  if (records.some(({ id, name }) => name === value || id === value.toLowerCase())) return;
  const near = didYouMean(
    value,
    records.map(({ name }) => name),
  );
  yield faultAt(path, `'${shortened(value)}' is not the name of ${noun}.${near}`);
}

/** Finds the faults of SendNotification and SendEmail. */
export function* messageFaults({ named, scope, json, path }: ActionCheck): MemberFaults {
  yield* receiverFaults({ named, scope }, json, path);
  for (const name of ['Subject', 'Message']) yield* tokenFaults(scope, json[name], `${path}.${name}`);
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/** Name of a header: the token of HTTP. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

/** Headers that the service sets, or that would change the framing of the message. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'proxy-authorization',
  'x-event-id',
  'x-signature',
]);

/** Finds the faults of HttpCall. */
export function* httpCallFaults({ scope, json, path }: ActionCheck): MemberFaults {
  const { Method: method, Url: url, Headers: headers, Body: body } = json;
  yield* literalFaults(method, `${path}.Method`);
  if (typeof method === 'string' && method !== '' && !METHODS.includes(method))
    yield faultAt(`${path}.Method`, `Method must be one of ${METHODS.join(', ')}.`);
  yield* tokenFaults(scope, url, `${path}.Url`);
  if (typeof url === 'string' && url !== '') yield* urlFaults(url, `${path}.Url`);
  yield* tokenFaults(scope, body, `${path}.Body`);
  if (isObject(headers)) yield* headerFaults({ ...scope, secrets: true }, headers, `${path}.Headers`);
}

/** The parts before the path, where tokens would change which server is called. */
const ORIGIN = /^(https?):\/\/([^/?#\\]*)/i;

function* urlFaults(url: string, path: string): MemberFaults {
  const [, , host = ''] = ORIGIN.exec(url) ?? [];
  if (!ORIGIN.test(url)) return yield faultAt(path, 'The URL must begin with http:// or https:// and a host.');
  if (host.includes('{{') || host.includes('}}'))
    return yield faultAt(path, 'The host must be written out, without tokens, so that it can be checked.');
  if (host.includes('@'))
    return yield faultAt(path, 'User and password are not allowed in a URL; use Headers with a secret.');
  const literal = url.replaceAll(/\{\{[^{}]*\}\}/g, 'x');
  if (!URL.canParse(literal) || new URL(literal).hostname === '') yield faultAt(path, 'This is not a valid URL.');
}

function* headerFaults(scope: TokenScope, headers: JsonObject, path: string): MemberFaults {
  for (const [name, value] of Object.entries(headers)) {
    const at = `${path}.${shortened(name)}`;
    if (!HEADER.test(name)) yield faultAt(at, 'This is not the name of a header.');
    else if (OWN_HEADERS.has(name.toLowerCase())) yield faultAt(at, `The service sets ${name} itself.`);
    if (typeof value !== 'string') yield faultAt(at, 'The value of a header must be text.');
    else if (/[\r\n\0]/.test(value)) yield faultAt(at, 'The value of a header must not have line breaks.');
    yield* tokenFaults(scope, value, at);
  }
}
