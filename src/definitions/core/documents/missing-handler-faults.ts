import { ACTION_TYPES, INNER_NAMES } from '#core/catalogue/workflow.js';
import { AFTER_COMMIT } from '#core/catalogue/entity.js';
import type { Fault } from '#core/errors.js';
import { isArray, isObject, type JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { DefinitionDifference } from './definition-difference.js';

/** Code that a node may lack, with the words for it. */
const KINDS = {
  hook: 'hook',
  afterCommit: 'after-commit hook',
  validator: 'validator hook',
  action: 'action',
} as const;
export type HandlerKind = keyof typeof KINDS;

interface NamedHandler {
  readonly kind: HandlerKind;
  readonly name: string;
  readonly path: string;
}

const OWN: ReadonlySet<string> = new Set(ACTION_TYPES);

/**
 * Finds handlers that a document names and this node lacks: they must be there before.
 * @param names of those that the node has
 */
export function* missingHandlerFaults(
  differences: readonly DefinitionDifference[],
  names: (kind: HandlerKind) => readonly string[],
): Generator<Fault> {
  for (const { values, path } of differences) {
    for (const { kind, name, path: inside } of namedBy(values)) {
      const known = names(kind);
      if (known.includes(name)) continue;
      const message =
        `This node of the service has no ${KINDS[kind]} '${shortened(name)}', which must be there before.` +
        didYouMean(name, known);
      yield { code: 'Validation', message, path: `${path}.${inside}` };
    }
  }
}

function* namedBy(values: ReadonlyMap<string, JsonValue>): Generator<NamedHandler> {
  const handler = values.get('Handler');
  const events = listOf(values.get('Events'));
  const kind = events.includes(AFTER_COMMIT) ? 'afterCommit' : 'hook';
  if (typeof handler === 'string') yield { kind, name: handler, path: 'Handler' };
  for (const [i, validator] of listOf(values.get('Validators')).entries())
    if (isObject(validator) && typeof validator.Hook === 'string')
      yield { kind: 'validator', name: validator.Hook, path: `Validators[${i}].Hook` };
  yield* actionsIn(values.get('Actions'), 'Actions');
}

function* actionsIn(json: JsonValue | undefined, path: string): Generator<NamedHandler> {
  for (const [i, action] of listOf(json).entries()) {
    if (!isObject(action)) continue;
    const { Type: type } = action;
    if (typeof type === 'string' && !OWN.has(type)) yield { kind: 'action', name: type, path: `${path}[${i}].Type` };
    for (const name of INNER_NAMES) yield* actionsIn(action[name], `${path}[${i}].${name}`);
  }
}

const listOf = (json: JsonValue | undefined): readonly JsonValue[] => (isArray(json) ? json : []);
