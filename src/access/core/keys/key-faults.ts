import { KEY_OPERATIONS } from '#core/catalogue/api-key.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Definition } from '#core/catalogue/definition.js';
import type { Fault } from '#core/errors.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import { readNetwork } from '#core/values/network.js';

/** Longest lists of a key. */
const MAX_KEY_LIST = 200;
/** Longest time that a key holds. */
const MAX_KEY_YEARS = 2;

/** A written key, and who has written it. */
export interface WrittenKey {
  readonly id: string;
  readonly operation: 'Create' | 'Update';
  /** The key as it is stored. */
  readonly key: Definition;
  /** Members that the write has changed, as they were. */
  readonly old: Definition;
  readonly catalogue: Catalogue;
  readonly at: Date;
  readonly callerId: string;
  readonly isAdministrator: boolean;
  /** The user of the key is an Administrator. */
  readonly isOfAdministrator: boolean;
}

/** Describes what is wrong with an element of a list; undefined for a good one. */
type Element = (value: string, catalogue: Catalogue) => string | undefined;

const LISTS: Readonly<Record<string, Element>> = {
  RoleIds: (id, { organisation }) =>
    organisation.roles.has(id.toLowerCase()) ? undefined : `there is no role with the Id '${shortened(id)}'`,
  Entities: (name, { entities }) => {
    if (entities.has(name.toLowerCase())) return undefined;
    const known = [...entities.values()].map((entity) => entity.name);
    return `there is no entity '${shortened(name)}'.${didYouMean(name, known)}`.replace(/\.$/, '');
  },
  Operations: (name) =>
    (KEY_OPERATIONS as readonly string[]).includes(name)
      ? undefined
      : `'${shortened(name)}' is none of ${KEY_OPERATIONS.join(', ')}`,
  AllowedIps: (text) =>
    readNetwork(text) ? undefined : `'${shortened(text)}' is no IP address and no network such as 10.0.0.0/8`,
};

/** Finds the faults of a written key. */
export function keyFaults(written: WrittenKey): readonly Fault[] {
  return [...listFaults(written), ...timeFaults(written), ...ownerFaults(written)].map((fault) => ({
    ...fault,
    recordId: written.id,
  }));
}

function listFaults({ key, catalogue }: WrittenKey): readonly Fault[] {
  return Object.entries(LISTS).flatMap(([name, element]) => {
    const value = key.value(name);
    if (value === undefined) return [];
    const problem = listProblem(value, (item) => element(item, catalogue));
    return problem === undefined ? [] : [rule(name, `${name} ${problem}.`)];
  });
}

function listProblem(value: JsonValue, element: (item: string) => string | undefined): string | undefined {
  if (!isArray(value) || value.length === 0 || value.length > MAX_KEY_LIST)
    return `must be a list of 1 to ${MAX_KEY_LIST} texts, or be absent to limit nothing`;
  for (const item of value) {
    const problem = typeof item === 'string' ? element(item) : 'a list of texts has no other values';
    if (problem !== undefined) return `has an element that is not allowed: ${problem}`;
  }
  return undefined;
}

function timeFaults({ key, old, at, operation }: WrittenKey): readonly Fault[] {
  const isGiven = operation === 'Create' || 'ExpiresOn' in old.json;
  const expires = Date.parse(key.text('ExpiresOn') ?? '');
  const latest = new Date(at);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_KEY_YEARS);
  const faults: Fault[] = [];
  if (isGiven && !(expires > at.getTime() && expires <= latest.getTime()))
    faults.push(rule('ExpiresOn', `ExpiresOn must be in the future, and at most ${MAX_KEY_YEARS} years ahead.`));
  const wasRevoked = old.text('RevokedOn') !== undefined;
  if (wasRevoked && !(Date.parse(key.text('RevokedOn') ?? '') <= Date.parse(old.text('RevokedOn')!)))
    faults.push(rule('RevokedOn', 'A revoked key stays revoked. Insert another key.'));
  return faults;
}

function ownerFaults({ key, callerId, isAdministrator, isOfAdministrator }: WrittenKey): readonly Fault[] {
  const faults: Fault[] = [];
  if (!isAdministrator && key.text('UserId') !== callerId)
    faults.push(restricted('UserId', 'Only an Administrator writes keys of other users.'));
  if (key.flag('AllowAdministration') && !(isAdministrator && isOfAdministrator))
    faults.push(
      restricted('AllowAdministration', 'Only an Administrator gives it, and to a key of an Administrator only.'),
    );
  return faults;
}

const rule = (fieldName: string, message: string): Fault => ({ code: 'FieldRule', fieldName, message });

const restricted = (fieldName: string, message: string): Fault => ({
  code: 'AdministratorRequired',
  fieldName,
  message: `ApiKey.${fieldName}: ${message}`,
});
