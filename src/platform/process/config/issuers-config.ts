import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { isLoopback } from './address-ranges.js';
import type { Settings } from './settings.js';

/** An identity provider whose tokens are accepted. */
export interface IssuerConfig {
  /** `Issuer`: the claim `iss` of its tokens, to the letter. */
  readonly issuer: string;
  /** `JwksUrl`: where it publishes its keys. */
  readonly jwksUrl: string;
  /** `Audience`: the claim `aud` of its tokens for this service; undefined accepts any. */
  readonly audience: string | undefined;
  /** `Tenants`: ids or names of the tenants that it signs people in to, in lower case; undefined: all. */
  readonly tenants: readonly string[] | undefined;
  /** `UserClaim`; undefined: JWT_USER_CLAIM. */
  readonly userClaim: string | undefined;
}

const NAME = 'JWT_ISSUERS';
const MEMBERS: readonly string[] = ['Issuer', 'JwksUrl', 'Audience', 'Tenants', 'UserClaim'];
const MAX_ISSUERS = 1_000;
const MAX_ISSUER_LENGTH = 512;
const ANY = 'any';

/** Reads the identity providers of JWT_ISSUERS. */
export function issuersConfig(settings: Settings, production: boolean): readonly IssuerConfig[] {
  const text = settings.text(NAME);
  if (text === undefined) return [];
  const list = parsed(text);
  if (!list || list.length === 0 || list.length > MAX_ISSUERS) {
    settings.problem(
      `${NAME} must be a JSON list of 1 to ${MAX_ISSUERS} objects such as {"Issuer": "https://id.example", "JwksUrl": "https://id.example/keys", "Audience": "orders", "Tenants": ["acme"]}`,
    );
    return [];
  }
  const issuers = list.map((item, i) => new IssuerReader(settings, `${NAME}[${i}]`, production).read(item));
  const names = issuers.map(({ issuer }) => issuer);
  const twice = names.find((name, i) => name !== '' && names.indexOf(name) !== i);
  if (twice !== undefined)
    settings.problem(`${NAME} names the issuer ${twice} twice; list all its Tenants in one element`);
  return issuers;
}

function parsed(text: string): readonly JsonValue[] | undefined {
  try {
    const list = readJson(text);
    return isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Reads one element. */
class IssuerReader {
  constructor(
    private readonly settings: Settings,
    private readonly at: string,
    private readonly production: boolean,
  ) {}

  read(item: JsonValue): IssuerConfig {
    const given: JsonObject = isObject(item) ? item : {};
    if (!isObject(item)) this.#problem('must be an object');
    const unknown = Object.keys(given).filter((name) => !MEMBERS.includes(name));
    if (unknown.length > 0) this.#problem(`has no member ${unknown.join(', ')}; there are ${MEMBERS.join(', ')}`);
    const audience = this.#audience(given);
    return {
      issuer: this.#required(given, 'Issuer', MAX_ISSUER_LENGTH),
      jwksUrl: this.#url(given),
      audience: audience?.toLowerCase() === ANY ? undefined : audience,
      tenants: this.#tenants(given),
      userClaim: this.#text(given, 'UserClaim'),
    };
  }

  #problem(text: string): void {
    this.settings.problem(`${this.at} ${text}`);
  }

  #text(given: JsonObject, name: string): string | undefined {
    const value = given[name] ?? null;
    if (value === null) return undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.#problem(`must have a text as ${name}`);
    return undefined;
  }

  #required(given: JsonObject, name: string, maxLength = Infinity): string {
    const text = this.#text(given, name);
    if ((given[name] ?? null) === null) this.#problem(`needs ${name}`);
    if (text !== undefined && text.length > maxLength)
      this.#problem(`has an ${name} of more than ${maxLength} characters`);
    return text ?? '';
  }

  #audience(given: JsonObject): string | undefined {
    const audience = this.#text(given, 'Audience');
    const isOpen = (given.Audience ?? null) === null || audience?.toLowerCase() === ANY;
    if (audience === undefined && isOpen && this.production)
      this.#problem(
        `needs Audience in production, because its key may sign tokens for other applications; ${ANY} accepts all of them`,
      );
    else if (isOpen) this.settings.warn(`${this.at} accepts tokens for every application that its key signs.`);
    return audience;
  }

  /** Whoever stands between the service and the keys could replace those of plain http by their own. */
  #url(given: JsonObject): string {
    const url = this.#required(given, 'JwksUrl');
    if (url === '') return url;
    const { protocol = '', hostname = '' } = URL.canParse(url) ? new URL(url) : {};
    if (protocol !== 'https:' && !(protocol === 'http:' && !this.production && isLoopback(hostname)))
      this.#problem('must have a JwksUrl that starts with https://; outside production also http:// on this machine');
    return url;
  }

  #tenants(given: JsonObject): readonly string[] | undefined {
    const value = given.Tenants ?? null;
    if (value === null) return undefined;
    const texts = isArray(value)
      ? value.filter((name): name is string => typeof name === 'string' && name.trim() !== '')
      : [];
    if (isArray(value) && value.length > 0 && texts.length === value.length)
      return texts.map((name) => name.toLowerCase());
    this.#problem('must have a list of ids or names of tenants as Tenants, or none for all tenants');
    return [];
  }
}
