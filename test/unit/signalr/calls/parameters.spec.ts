import { bindArguments, type Parameter, type ParameterType } from '#signalr/calls/parameters.js';

const date = new Date('2026-01-02T03:04:05Z');
const WRONG = undefined;

it.each<[type: ParameterType, value: unknown, bound: readonly unknown[] | undefined]>([
  ['any', { A: 1 }, [{ A: 1 }]],
  ['string', 'x', ['x']],
  ['string', null, [null]],
  ['string', 1, WRONG],
  ['number', 1.5, [1.5]],
  ['number', '1', WRONG],
  ['number', null, WRONG],
  ['boolean', false, [false]],
  ['boolean', 0, WRONG],
  ['array', [1], [[1]]],
  ['array', {}, WRONG],
  ['bytes', 'AQI=', [Buffer.from([1, 2])]],
  ['bytes', new Uint8Array([1, 2]), [Buffer.from([1, 2])]],
  ['bytes', '', [Buffer.from([])]],
  ['bytes', 'A', WRONG],
  ['bytes', '!!!!', WRONG],
  ['dateTime', '2026-01-02T03:04:05Z', [date]],
  ['dateTime', date, [date]],
  ['dateTime', '2026-13-41', WRONG],
  ['dateTime', 5, WRONG],
])('binds for %s %j as %j', (type, value, bound) => {
  expect(bindArguments([{ type }], [value], [])).toEqual(bound);
});

const PARAMETERS: readonly Parameter[] = [{ type: 'string' }, { type: 'stream' }, { type: 'number', isOptional: true }];

it.each<[values: readonly unknown[], uploads: readonly unknown[], bound: readonly unknown[] | undefined]>([
  [['a', 1], ['up'], ['a', 'up', 1]],
  [['a'], ['up'], ['a', 'up', undefined]],
  [[], ['up'], WRONG],
  [['a', 1, 2], ['up'], WRONG],
  [['a'], [], WRONG],
])('binds %j with uploads %j as %j', (values, uploads, bound) => {
  expect(bindArguments(PARAMETERS, values, uploads)).toEqual(bound);
});
