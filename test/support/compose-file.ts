import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Secrets as an operator puts them into `.env`. */
export type ComposeSecrets = Readonly<Record<string, string>>;

interface ComposeService {
  readonly command?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly stop_grace_period: string;
  readonly volumes?: readonly string[];
}

/** The services of compose.yaml, with the variables of `.env` put in. */
interface ComposeFile {
  readonly services: Readonly<Record<'postgres' | 'service', ComposeService>>;
}

/** Required variables: `${NAME:?what to do}`. */
const VARIABLE = /\$\{(\w+):\?[^}]*\}/g;
/** A dollar sign that is left to the container. */
const ESCAPED_DOLLAR = /\$\$/g;

const text = (): string => readFileSync('compose.yaml', 'utf8');

/** Names of the variables without which compose refuses to start. */
export const composeVariables = (): readonly string[] => [
  ...new Set([...text().matchAll(VARIABLE)].map(([, name]) => name)),
];

/** Reads compose.yaml. @throws {Error} when it needs a variable that is not given */
export const readCompose = (secrets: ComposeSecrets): ComposeFile =>
  parse(
    text()
      .replace(VARIABLE, (_, name: string) => {
        if (!(name in secrets)) throw new Error(`compose.yaml needs ${name}.`);
        return secrets[name];
      })
      .replace(ESCAPED_DOLLAR, '$'),
  ) as ComposeFile;
