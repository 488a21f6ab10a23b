import { DomainError } from '#core/errors.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';
import { bindParameters, type GivenParameter } from '#routines/core/bind-parameters.js';
import { registered } from '../../core/objects.js';

const OBJECT = registered({
  ObjectType: new JsonNumber('1'),
  Parameters: [
    { Name: 'Category', Type: 'Text' },
    { Name: 'Percent', Type: 'Decimal' },
    { Name: 'Ids', Type: 'Uuid', IsList: true, Required: false },
    { Name: 'Affected', Type: 'Int', Direction: 'Out' },
  ],
});

const ID = '00000000-0000-4000-8000-00000000000a';
const named = (values: Readonly<Record<string, JsonValue>>): readonly GivenParameter[] =>
  Object.entries(values).map(([name, value], i) => ({ name, value, path: `Parameters[${i}]` }));
const placed = (...values: readonly JsonValue[]): readonly GivenParameter[] =>
  values.map((value, i) => ({ name: undefined, value, path: `Parameters[${i}]` }));

describe('parameters of a routine call', () => {
  it.each([
    ['by name in any order and letter case, with or without @', named({ '@percent': '12.345', CATEGORY: 'Food' })],
    ['by place', placed('Food', new JsonNumber('12.345'))],
    [
      'with an output parameter that is named but empty',
      named({ Category: 'Food', Percent: '12.345', Affected: null }),
    ],
  ])('are bound %s', (_, given) => {
    expect(bindParameters(OBJECT, given)).toEqual(['Food', '12.345', null, null]);
  });

  it('may be lists', () => {
    const given = named({ Category: 'Food', Percent: '1', Ids: [ID.toUpperCase()] });
    expect(bindParameters(OBJECT, given)).toEqual(['Food', '1', [ID], null]);
  });

  it.each<[string, readonly GivenParameter[], readonly string[]]>([
    ['missing ones', [], ['Parameter Category is required.', 'Parameter Percent is required.']],
    ['null where one is required', placed(null, '1'), ['Parameter Category is required.']],
    [
      'unknown ones',
      named({ Categori: 'Food', Category: 'F', Percent: '1' }),
      ["Thing has no parameter 'Categori'. Did you mean 'Category'?"],
    ],
    ['one given twice', named({ Category: 'a', category: 'b', Percent: '1' }), ['Parameter Category is given twice.']],
    [
      'too many',
      placed('Food', '1', null, '1', '2'),
      ['Thing takes 3 parameters, not 5.', 'Thing takes 3 parameters, not 5.'],
    ],
    [
      'a value for an output parameter',
      named({ Category: 'a', Percent: '1', Affected: '1' }),
      ['Affected is an output parameter; it takes no value.'],
    ],
    ['a mixture', [...placed('Food'), ...named({ Percent: '1' })], ['Give every parameter a Name, or none.']],
    [
      'values of another type',
      named({ Category: true, Percent: 'ten' }),
      [
        'Parameter Category must be text.',
        'Parameter Percent must be a decimal number with at most 0 fraction digits.',
      ],
    ],
    [
      'a value where a list belongs',
      named({ Category: 'a', Percent: '1', Ids: ID }),
      ['Parameter Ids must be an array, not text.'],
    ],
  ])('are refused for %s', (_, given, messages) => {
    let faults: readonly string[] = [];
    try {
      bindParameters(OBJECT, given);
    } catch (error) {
      faults = (error as DomainError).faults.map(({ message }) => message);
    }
    expect(faults).toEqual(messages);
  });
});
