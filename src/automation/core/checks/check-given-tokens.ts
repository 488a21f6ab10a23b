import { faultAt, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { Faults } from '#core/errors.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import { readTokens, tokenKey } from '#queries/core/parameters/read-tokens.js';
import { onlyToken } from '#core/tokens/template.js';
import { hasTokens, placed, tokenFaults, valuesOfToken } from './token-faults.js';
import { fieldOfParameter, type TokenScope } from './token-scope.js';
import { fits, sampleOf, shownType } from './token-values.js';

/** Taker of the given tokens: a saved query or a workflow. */
interface TokenTaker {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** Path of the object of tokens. */
  readonly path: string;
}

/** Arbitrary context in which the defaults of parameters are read. */
const TRIAL = { at: new Date(0), timeZone: 'UTC', userId: '00000000-0000-0000-0000-000000000000' };

/** Checks the tokens that an action gives to a saved query or a workflow. */
export function* givenTokenFaults(
  scope: TokenScope,
  json: JsonValue | undefined,
  { name: taker, parameters, path }: TokenTaker,
): MemberFaults {
  const given: JsonObject = isObject(json) ? json : {};
  const known = new Map(parameters.map((parameter) => [parameter.name.toLowerCase(), parameter]));
  const tried: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(given)) {
    const at = `${path}.${name.slice(0, 64)}`;
    const parameter = known.get(tokenKey(name));
    yield* tokenFaults(scope, value, at);
    if (!parameter) {
      const names = parameters.map((each) => each.name);
      yield faultAt(at, `${taker} has no token '${shortened(name)}'.${didYouMean(name, names)}`);
      continue;
    }
    yield* givenTypeFaults(scope, parameter, value, at);
    tried[name] = hasTokens(value) ? sampleFor(parameter) : value;
  }
  const faults = new Faults();
  readTokens(parameters, tried, TRIAL, faults);
  for (const { message, path: at = path, code } of faults.list)
    yield placed({ code, message: message.replace('Reqtokens', path), path: at.replace(/^Reqtokens/, path) }, '');
}

const sampleFor = (parameter: Parameter): JsonValue => {
  const sample = sampleOf(fieldOfParameter(parameter));
  return parameter.isList && !isArray(sample) ? [sample] : sample;
};

function* givenTypeFaults(scope: TokenScope, parameter: Parameter, json: JsonValue, path: string): MemberFaults {
  const values = onlyToken(json) && valuesOfToken(scope, json);
  const to = fieldOfParameter(parameter);
  if (!values || fits(parameter.isList ? { ...values, isList: false } : values, to)) return;
  const takes = shownType({ type: to, isList: parameter.isList });
  yield faultAt(path, `${json as string} is ${shownType(values)}, but ${parameter.name} takes ${takes}.`);
}
