import { StartRefused } from './start-refused.js';

const DATABASES = ['postgres:', 'postgresql:'];
/** Start of a URL whose host is missing, with its login. */
const HOSTLESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?=[/?#]|$)/i;
const withHost = (url: string): string => url.replace(HOSTLESS, '$1localhost');

/** Environment variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>;

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Reads environment variables by type. An empty one counts as absent; problems are collected. */
export class Settings {
  readonly #problems: string[] = [];
  readonly #warnings: string[] = [];

  constructor(private readonly env: Env) {}

  problem(text: string): void {
    this.#problems.push(text);
  }

  /** Notes a setting that is allowed, but weakens security: the operator reads it at each start. */
  warn(text: string): void {
    this.#warnings.push(text);
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** @throws {StartRefused} that lists all problems, if there are any */
  throwIfAny(): void {
    if (this.#problems.length > 0) throw new StartRefused(`Bad configuration:\n- ${this.#problems.join('\n- ')}`);
  }

  text(name: string): string | undefined {
    return this.env[name]?.trim() || undefined;
  }

  int(name: string, fallback: number, { min = 0, max = 2 ** 31 - 1 } = {}): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) this.problem(`${name} must be a whole number from ${min} to ${max}`);
    return value;
  }

  /** Reads a number from 0 to 1. */
  ratio(name: string, fallback: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
    if (!(value <= 1)) this.problem(`${name} must be a number from 0 to 1`);
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return fallback;
    if (!Object.hasOwn(FLAGS, text)) this.problem(`${name} must be true or false`);
    return FLAGS[text];
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const found = allowed.find((value) => value === text.toLowerCase());
    if (found === undefined) this.problem(`${name} must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  /**
   * Reads the URL of a database. One without a host, such as `postgres://me:secret@/db?host=/run/postgresql`, gets
   * `localhost`, because parsers of URLs refuse a login without a host; drivers connect to the parameter `host`.
   */
  databaseUrl(name: string): string | undefined {
    return this.url(name, DATABASES, withHost);
  }

  /** Reads comma-separated URLs of databases. */
  databaseUrls(name: string): readonly string[] {
    return this.items(name).map((item) => this.#checkedUrl(name, DATABASES, withHost(item)));
  }

  /** Reads a URL. Problems never show the value, which may hold a password. */
  url(name: string, protocols: readonly string[], completed = (given: string): string => given): string | undefined {
    const given = this.text(name);
    return given && this.#checkedUrl(name, protocols, completed(given));
  }

  #checkedUrl(name: string, protocols: readonly string[], text: string): string {
    if (!(URL.canParse(text) && protocols.includes(new URL(text).protocol)))
      this.problem(
        `${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      );
    return text;
  }

  /** Reads comma-separated items; empty ones are left out. */
  items(name: string): readonly string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  /** Reads comma-separated origins such as `https://app.example`. `*` is refused, because origins get credentials. */
  origins(name: string): readonly string[] {
    const origins = this.items(name);
    const bad = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
    if (bad !== undefined) this.problem(`${name} must list origins such as https://app.example, not '${bad}'`);
    return origins;
  }
}
