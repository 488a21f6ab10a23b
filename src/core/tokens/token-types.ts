import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import type { RequestContext } from '#core/context/context.js';
import type { Token } from './template.js';

/** Type of a token's values, as a field; `Any` where only the value tells, as in the answer of another system. */
export type TokenType = Field | 'Any';

/** Finds the type of a token; undefined where there is no such token. */
export type TypeOfToken = (token: Token) => TokenType | undefined;

/** A field without rules, for values that are no field's. */
export const plainField = (type: Field['type'], target?: string): Field => ({
  ...PLAIN_FIELD,
  id: type,
  entityName: '',
  name: type,
  type,
  ...(target !== undefined && { target }),
});

/** Name of a token as that of its field. */
export const nameOf = ({ path }: Token): string => path.join('.').replaceAll(/\s*([+-])\s*/g, '$1');

/** Describes the values of a token as a field of its own name: neither derived nor constant, and possibly null. */
export const tokenField = (token: Token, type: Field): Field => ({
  ...type,
  name: nameOf(token),
  required: false,
  computed: undefined,
  rollup: undefined,
  constant: undefined,
});

/** Pseudo-entity of the tokens that a clause names. */
export const tokenEntity = (ctx: RequestContext, fields: readonly Field[]): Entity => ({
  ...ctx.catalogue.entity('WorkflowRun'),
  name: 'The workflow',
  fields: new Map(fields.map((field) => [field.name.toLowerCase(), field])),
  children: new Map(),
  publicFields: new Set(),
});
