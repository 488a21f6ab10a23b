import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { plainField, type TokenType, type TypeOfToken } from '#core/tokens/token-types.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import { parameterField } from '#core/fields/parameter-values.js';
import { resolveGlobal } from '#core/values/clock.js';
import { outputTypes, type OutputTypes } from './output-types.js';
import { allActions, type Action, type Workflow } from '#core/catalogue/workflow.js';

/** Where a token stands: its workflow, and the loops around it. */
export interface TokenPlace {
  readonly catalogue: Catalogue;
  readonly workflow: Workflow;
  /** Action whose `When`, `If` or members name the token; absent: `Item` has the types of its values. */
  readonly action?: Action;
}

/** Finds the types of a workflow's tokens. An action counts wherever it stands: whether it has run by then is no matter of types. */
export function typesOfTokens({ catalogue, workflow, action }: TokenPlace): TypeOfToken {
  const tokens = new Map(workflow.tokens.map((token) => [token.name.toLowerCase(), token]));
  const actions = new Map([...allActions(workflow.actions)].map((each) => [each.name.toLowerCase(), each]));
  const entity = workflow.entityName === undefined ? undefined : catalogue.find(workflow.entityName);
  const output = (name: unknown): OutputTypes | undefined => {
    const named = typeof name === 'string' ? actions.get(name.toLowerCase()) : undefined;
    return named && outputTypes(catalogue, named);
  };
  const ofRecord: OutputTypes = (name) => ofEntity(catalogue, entity, name);
  /** By the first part of a path, its other parts. */
  const prefixed: Readonly<Record<string, (rest: readonly string[]) => TokenType | undefined>> = {
    record: (rest) => ofRecord(rest.join('.')),
    old: (rest) => ofRecord(rest.join('.')),
    actions: ([name, ...rest]) => output(name)?.(rest.join('.')),
    item: (rest) => (action ? output(loopAround(workflow.actions, action)?.body.Source)?.(rest.join('.')) : 'Any'),
  };
  return ({ text, path: [head, ...rest] }) => {
    const key = head.toLowerCase();
    if (Object.hasOwn(prefixed, key)) return prefixed[key](rest);
    const token = rest.length === 0 ? tokens.get(key) : undefined;
    return token ? ofParameter(token) : globalType(text);
  };
}

/** The innermost ForEach that an action stands in. */
function loopAround(actions: readonly Action[], { path }: Action): Action | undefined {
  const around = [...allActions(actions)].filter((each) => each.type === 'ForEach' && path.startsWith(`${each.path}.`));
  return around.at(-1);
}

function ofEntity(catalogue: Catalogue, entity: Entity | undefined, name: string): TokenType | undefined {
  if (!entity || name === '') return undefined;
  const found = resolveField(catalogue, entity, name);
  return found instanceof FieldPath ? found.field : undefined;
}

/** A parameter has no declared values, so those of an Enum are compared as texts. */
function ofParameter(parameter: Parameter): TokenType {
  if (parameter.isList || parameter.type === 'MultiEnum') return plainField('Json');
  return parameter.type === 'Enum' ? plainField('Text') : parameterField(parameter);
}

function globalType(text: string): TokenType | undefined {
  if (text.toLowerCase() === 'me') return plainField('Lookup', 'User');
  const global = resolveGlobal(text, new Date(0), 'UTC');
  return global && plainField(global.kind === 'date' ? 'Date' : 'DateTime');
}
