import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { plainField } from '#core/tokens/token-types.js';
import { FieldPath, resolveField } from '#core/criteria/field-path.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import type { Token } from '#core/tokens/template.js';
import { resolveGlobal } from '#core/values/clock.js';
import { ANY_VALUE, valuesOf, type TokenValues } from './token-values.js';

/** Fields of a row by name; undefined where only the row tells. */
export type RowValues = ReadonlyMap<string, TokenValues> | undefined;

/** A row whose fields tokens name. */
interface KnownRow {
  readonly row: RowValues;
  /** Entity by which its lookups are followed; undefined where they cannot be. */
  readonly entity?: Entity | undefined;
}

/** Result of an earlier action. */
export interface ActionResult extends KnownRow {
  readonly type: string;
}

/** Entity of a source of tokens; undefined if it is unknown; a text if there is no such source, which says why. */
export type RecordSource = Entity | string | undefined;

/** Tokens that a text may have at its place. */
export interface TokenScope {
  readonly catalogue: Catalogue;
  readonly tokens: readonly Parameter[];
  readonly record: RecordSource;
  readonly old: RecordSource;
  readonly item: KnownRow | string;
  /** Results by the names of the actions that are done before. */
  readonly results: ReadonlyMap<string, ActionResult>;
  /** Names of all actions of the workflow. */
  readonly actions: ReadonlySet<string>;
  /** Present where secrets may be named. */
  readonly secrets?: true;
}

/** Names that no token may have, and the names of globals. */
export const RESERVED_TOKENS: readonly string[] = [
  'Record',
  'Old',
  'Actions',
  'Item',
  'Secret',
  'Me',
  'Now',
  'Today',
  'StartOfWeek',
  'StartOfMonth',
  'StartOfQuarter',
  'StartOfYear',
];

/** Values of a row of an entity. */
export const rowOf = (entity: Entity): RowValues =>
  new Map([...entity.fields.values()].map((field) => [field.name, valuesOf(field)]));

const SECRET = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

/** Finds what is known of a token's values, or describes why it cannot stand there. */
export function tokenValues(scope: TokenScope, token: Token): TokenValues | string {
  const [source, ...rest] = token.path;
  if (token.text === '') return 'The token is empty.';
  switch (source) {
    case 'Record':
    case 'Old':
      return recordValues(scope, source, rest);
    case 'Item':
      if (typeof scope.item === 'string') return scope.item;
      return valueIn(scope, { ...scope.item, source }, rest);
    case 'Actions':
      return actionValues(scope, rest);
    case 'Secret':
      return secretValues(scope, rest);
    default:
      return rest.length === 0 ? ownValues(scope, token) : unknown(scope, token);
  }
}

/** A field that takes the values of a parameter; a Lookup may refer to any entity. */
export const fieldOfParameter = ({ name, type }: Pick<Parameter, 'name' | 'type'>): Field => ({
  ...plainField(type === 'Lookup' ? 'Uuid' : type),
  name,
});

function recordValues(scope: TokenScope, source: 'Record' | 'Old', names: readonly string[]): TokenValues | string {
  const entity = source === 'Record' ? scope.record : scope.old;
  if (typeof entity === 'string') return entity;
  return entity ? valueIn(scope, { row: rowOf(entity), entity, source, holder: entity.name }, names) : ANY_VALUE;
}

/** A row as messages name it. */
interface NamedRow extends KnownRow {
  readonly source: string;
  readonly holder?: string;
}

function valueIn(scope: TokenScope, known: NamedRow, names: readonly string[]): TokenValues | string {
  const { row, source, holder = source } = known;
  const name = names.join('.');
  if (name === '') return `Name a field of ${source}: {{${source}.Field}}.`;
  if (!row) return ANY_VALUE;
  const own = row.get(name);
  if (own) return own;
  const first = names.length > 1 ? row.get(names[0]) : undefined;
  if (first?.type === 'Any') return ANY_VALUE;
  if (first?.type.target !== undefined) return behindLookup(scope, known, name);
  return `${holder} has no field '${shortened(name)}'.${didYouMean(name, row.keys())}`;
}

/** Finds what is known of a field of a looked-up record. @param name dotted path from the row */
function behindLookup({ catalogue }: TokenScope, { entity, source }: NamedRow, name: string): TokenValues | string {
  if (!entity) return `The lookups of ${source} can be followed only if the action names its EntityName.`;
  const found = resolveField(catalogue, entity, name);
  if (!(found instanceof FieldPath)) return found.message;
  if (found.name === name) return valuesOf(found.field);
  return `${entity.name} has no field '${shortened(name)}'.${didYouMean(name, [found.name])}`;
}

function actionValues(scope: TokenScope, [name, ...rest]: readonly string[]): TokenValues | string {
  const { results, actions } = scope;
  if (name === undefined) return 'Name an action and a field of its result: {{Actions.Name.Field}}.';
  const result = results.get(name);
  if (result) return valueIn(scope, { ...result, source: `Actions.${name}`, holder: `The result of ${name}` }, rest);
  if (actions.has(name))
    return `The result of ${name} is not known here: an action sees those before it in its own list and in the lists around it.`;
  return `There is no action '${shortened(name)}'.${didYouMean(name, actions)}`;
}

function secretValues({ secrets }: TokenScope, names: readonly string[]): TokenValues | string {
  if (!secrets) return 'Secrets are allowed in the Headers of HttpCall only.';
  const isName = names.length === 1 && SECRET.test(names[0]);
  return isName ? valuesOf(plainField('Text')) : 'The name of a secret has letters, digits and underscores.';
}

function ownValues(scope: TokenScope, token: Token): TokenValues | string {
  const parameter = scope.tokens.find(({ name }) => name === token.text);
  if (parameter) return { type: fieldOfParameter(parameter), isList: parameter.isList };
  if (token.text === 'Me') return valuesOf(plainField('Lookup', 'User'));
  const global = resolveGlobal(token.text, new Date(0), 'UTC');
  if (global) return valuesOf(plainField(global.kind === 'date' ? 'Date' : 'DateTime'));
  return unknown(scope, token);
}

function unknown({ tokens }: TokenScope, { text }: Token): string {
  const names = [...tokens.map(({ name }) => name), ...RESERVED_TOKENS];
  return `There is no token '${shortened(text)}'.${didYouMean(text, names)}`;
}
