import { readParameters } from '#core/fields/read-parameters.js';
import { readTokens } from '#queries/core/parameters/read-tokens.js';
import { Faults } from '#core/errors.js';
import { isObject, type JsonObject } from '#core/json/json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { jsonOf } from '../../../../support/json-of.js';

const USER = '4cccf00c-8d3e-4c26-9de8-70f12932cdd3';
const CONTEXT = { at: new Date('2026-03-15T22:30:00Z'), timeZone: 'Europe/Berlin', userId: USER };

const objectOf = (value: object): JsonObject => {
  const json = jsonOf(value);
  return isObject(json) ? json : {};
};

function parametersOf(...Parameters: readonly object[]) {
  const reader = new ShapeReader(true);
  const parameters = readParameters(reader, reader.object(objectOf({ Parameters }), '', ['Parameters']));
  return { parameters, faults: reader.faults.list.map(({ path, message }) => `${path}: ${message}`) };
}

function read(parameters: readonly object[], tokens: object) {
  const faults = new Faults();
  const { values, log } = readTokens(parametersOf(...parameters).parameters, objectOf(tokens), CONTEXT, faults);
  return { values: Object.fromEntries(values), log, faults: faults.list.map(({ path }) => path) };
}

// Requirement: R142
describe('tokens by type', () => {
  it.each<[type: string, given: unknown, value: unknown]>([
    ['Text', 'x', 'x'],
    ['Int', 5, '5'],
    ['Int', '5.0', '5'],
    ['Decimal', '12.125', '12.125'],
    ['Decimal', 3, '3.00'],
    ['Bool', 'TRUE', true],
    ['Date', '2026-01-31T00:00:00Z', '2026-01-31'],
    ['DateTime', '2026-01-31T01:00:00+01:00', '2026-01-31T00:00:00Z'],
    ['Uuid', USER.toUpperCase(), USER],
    ['Lookup', USER, USER],
    ['Enum', 'Anything', 'Anything'],
    ['Json', [1], jsonOf([1])],
    ['text', 'any letter case', 'any letter case'],
  ])('%s accepts %j', (Type, given, value) => {
    expect(read([{ Name: 'P', Type }], { P: given })).toEqual({ values: { p: value }, log: [], faults: [] });
  });

  it.each<[type: string, given: unknown, more?: object, path?: string]>([
    ['Int', 'ten'],
    ['Decimal', 'x'],
    ['Bool', 'yes'],
    ['Date', '31.01.2026'],
    ['Uuid', 'north'],
    ['Text', 5],
    ['Int', ['1', 'x'], { IsList: true }, 'Reqtokens.P[1]'],
  ])('%s refuses %j', (Type, given, more = {}, path = 'Reqtokens.P') => {
    expect(read([{ Name: 'P', Type, ...more }], { P: given })).toMatchObject({ values: {}, faults: [path] });
  });

  it.each<[given: unknown, items: unknown]>([
    [
      ['Retail', 'Horeca'],
      ['Retail', 'Horeca'],
    ],
    ['Retail, Horeca', ['Retail', 'Horeca']],
    [[], []],
    [null, null],
  ])('a list accepts %j', (given, items) => {
    expect(read([{ Name: 'P', Type: 'Enum', IsList: true }], { P: given }).values).toEqual({ p: items });
  });
});

// Requirement: T36
describe('absent tokens', () => {
  const optional = { Name: 'P', Type: 'Date' };

  it.each<[title: string, parameter: object, tokens: object, values: object]>([
    ['has no value', optional, {}, {}],
    ['"" is none', optional, { P: '' }, {}],
    ['null is one', optional, { P: null }, { p: null }],
    ['takes its default', { ...optional, Default: '2026-01-31' }, {}, { p: '2026-01-31' }],
    ['takes its default for ""', { ...optional, Default: 'Today' }, { P: '' }, { p: '2026-03-15' }],
    ['takes a moved day', { ...optional, Default: 'Today+30d' }, {}, { p: '2026-04-14' }],
    ['takes null before its default', { ...optional, Default: 'Today' }, { P: null }, { p: null }],
    ['is the caller', { Name: 'P', Type: 'Uuid', Default: 'Me' }, {}, { p: USER }],
    ['is a list', { Name: 'P', Type: 'Enum', IsList: true, Default: ['A', 'B'] }, {}, { p: ['A', 'B'] }],
  ])('optional: %s', (_, parameter, tokens, values) => {
    expect(read([parameter], tokens)).toEqual({ values, log: [], faults: [] });
  });

  // Requirement: R142
  it('all mandatory ones are named, "" included, with a default or not', () => {
    const mandatory = ['A', 'B', 'C'].map((Name) => ({ Name, Type: 'Text', Required: true, Default: 'x' }));
    expect(read(mandatory, { B: '', C: null }).faults).toEqual(['Reqtokens.A', 'Reqtokens.B']);
  });
});

describe('names of tokens', () => {
  it('match in any letter case, with or without @; others are logged', () => {
    const { values, log } = read([{ Name: 'From', Type: 'Text' }], { '@FROM': 'x', To: 1 });
    expect(values).toEqual({ from: 'x' });
    expect(log).toEqual(['Reqtokens.To is not a parameter and was ignored.']);
  });

  it('must not give one token two values', () => {
    expect(read([{ Name: 'From', Type: 'Text' }], { From: 'x', '@from': 'y' }).faults).toEqual(['Reqtokens.@from']);
  });
});

// Requirement: R146
it.each<[title: string, parameters: object[], fault: string]>([
  ['an unknown type', [{ Name: 'P', Type: 'Number' }], 'Parameters[0].Type: '],
  ['a type without values', [{ Name: 'P', Type: 'Rollup' }], 'Parameters[0].Type: '],
  ['no name', [{ Type: 'Text' }], 'Parameters[0].Name: '],
  [
    'a name twice',
    [
      { Name: 'P', Type: 'Text' },
      { Name: '@p', Type: 'Int' },
    ],
    'Parameters[1].Name: Two parameters are called p.',
  ],
  ['a default of another type', [{ Name: 'P', Type: 'Date', Default: 'Tomorrow' }], 'Parameters[0].Default: '],
  ['an unknown member', [{ Name: 'P', Type: 'Text', Mandatory: true }], 'Parameters[0].Mandatory: '],
])('refuses a definition with %s', (_, parameters, fault) => {
  const { faults } = parametersOf(...parameters);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(fault);
});
