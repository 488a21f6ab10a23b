import { ACTION_TYPES } from '#core/catalogue/workflow.js';
import type { JsonSchema } from './json-schema.js';
import { type AfterCommitOptions, afterCommitOptionsOf } from './after-commit.js';
import { actionOptionsOf, type ActionOptions } from './workflow-action.js';

/** Limit of an attempt, by default and at most. */
const [DEFAULT_MS, MAX_MS] = [30_000, 3_600_000];

const TYPE = /^[A-Z][A-Za-z0-9]{0,62}$/;

/** A declaration that was read. */
export interface DeclaredAction {
  readonly type: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly timeoutMs: number;
}

/** Reads the declaration of an action. @returns its faults, where it has some */
export async function readDeclared(
  options: ActionOptions,
  provider: object,
): Promise<DeclaredAction | readonly string[]> {
  const { type, input, output, timeoutMs = DEFAULT_MS } = options;
  if (!TYPE.test(type))
    return [`has an action of the type ${type}, which must be a capital, then letters and digits, at most 63.`];
  const schemas = await readSchemas({ input, output });
  const faults = [
    ...declarationFaults(type, timeoutMs, provider),
    ...schemas.filter((read) => typeof read === 'string'),
  ];
  if (faults.length > 0) return faults.map((fault) => `has the action ${type}, ${fault}`);
  const [takes, gives] = schemas as readonly JsonSchema[];
  return { type, input: takes, output: gives, timeoutMs };
}

function* declarationFaults(type: string, timeoutMs: number, provider: object): Generator<string> {
  if (ACTION_TYPES.some((each) => each.toLowerCase() === type.toLowerCase()))
    yield 'which is an action of the service. Rename it.';
  yield* attemptFaults(timeoutMs, provider);
}

function* attemptFaults(timeoutMs: number, provider: object): Generator<string> {
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > MAX_MS)
    yield `whose timeoutMs must be a whole number from 1 to ${MAX_MS}.`;
  const { prototype } = provider as { readonly prototype?: { readonly run?: unknown } };
  if (typeof prototype?.run !== 'function') yield 'whose class has no method run.';
}

/** Compiles schemas. @returns each one, or its fault */
async function readSchemas(given: Readonly<Record<string, unknown>>): Promise<readonly (JsonSchema | string)[]> {
  // Loaded with the first action: most nodes have none.
  const { JsonSchema: Schema } = await import('./json-schema.js');
  return Object.entries(given).map(([name, json]) => {
    try {
      return new Schema(json);
    } catch (error) {
      return `whose ${name} is no JSON schema: ${(error as Error).message}.`;
    }
  });
}

/** A declaration of an after-commit hook that was read. */
export interface DeclaredHook {
  readonly name: string;
  readonly timeoutMs: number;
}

/** Reads the declaration of an after-commit hook. @returns its faults, where it has some */
export function readDeclaredHook(
  { name, timeoutMs = DEFAULT_MS }: AfterCommitOptions,
  provider: object,
): DeclaredHook | readonly string[] {
  const wrongName = TYPE.test(name) ? [] : ['whose name must be a capital, then letters and digits, at most 63.'];
  const faults = [...wrongName, ...attemptFaults(timeoutMs, provider)];
  if (faults.length > 0) return faults.map((fault) => `has the after-commit hook ${name}, ${fault}`);
  return { name, timeoutMs };
}

/** Declaration of a provider's class, with its faults. */
export interface Declared {
  readonly kind: 'action' | 'after-commit hook';
  readonly name: string;
  readonly faults: readonly string[];
}

/** Reads what a provider's class declares; `undefined` for others. */
export async function declaredBy(provider: object): Promise<Declared | undefined> {
  const [action, hook] = [actionOptionsOf(provider), afterCommitOptionsOf(provider)];
  if (action) {
    const read = await readDeclared(action, provider);
    return { kind: 'action', name: action.type, faults: 'type' in read ? [] : read };
  }
  const read = hook && readDeclaredHook(hook, provider);
  return read && { kind: 'after-commit hook', name: hook.name, faults: 'name' in read ? [] : read };
}
