import { JsonNumber, type JsonObject } from '#core/json/json.js';
import { readRoutine } from '#routines/core/routine.js';

const RECORD: JsonObject = { ObjectName: 'Thing', ObjectType: new JsonNumber('2'), ReturnType: 'Int', Definition: 'x' };
const TYPES = 'Text, LongText, Enum, MultiEnum, AutoNumber, Int, Decimal, Bool, Date, DateTime, Uuid, Lookup, Json';

describe('the record of a database routine', () => {
  it('is a routine with defaults', () => {
    const { routine: object, problems } = readRoutine({ ...RECORD, Parameters: [{ Name: 'A', Type: 'Lookup' }] });
    expect(problems).toEqual([]);
    expect(object).toMatchObject({
      kind: 'ScalarFunction',
      allowWrites: false,
      columns: [],
      requiredPermission: undefined,
    });
    expect(object.parameters).toEqual([
      expect.objectContaining({ name: 'A', required: true, isOut: false, isList: false }),
    ]);
  });

  it.each<[JsonObject, string]>([
    [
      { ObjectType: new JsonNumber('4') },
      'ObjectType must be 1 (procedure), 2 (scalar function) or 3 (table function).',
    ],
    [{ ObjectName: 'lower' }, 'ObjectName must match ^[A-Z][A-Za-z0-9_]{0,62}$.'],
    [{ Definition: ' ' }, 'Definition is required.'],
    [{ ReturnType: 'Money' }, `ReturnType: the type of ReturnType must be one of ${TYPES}.`],
    [{ ObjectType: new JsonNumber('3') }, 'Returns must name at least one column.'],
    [{ Parameters: ['A'] }, 'Parameters must be an array of objects.'],
    [
      { Parameters: [{ Name: 'A', Type: 'Int', required: false }] },
      "Parameters[0]: unknown member 'required', did you mean 'Required'?",
    ],
    [
      { Parameters: [{ Name: 'A"', Type: 'Int' }] },
      `Parameters: 'A"' is not a valid name; names match ^[A-Za-z_][A-Za-z0-9_]{0,62}$.`,
    ],
    [
      { Parameters: [{ Name: 'A', Type: 'Int', Direction: 'Out' }] },
      'Only a procedure has parameters with Direction Out.',
    ],
    [{ Parameters: [{ Name: 'A', Type: 'Int', Direction: 'InOut' }] }, 'Parameter A: Direction is In or Out.'],
    [
      {
        Parameters: [
          { Name: 'A', Type: 'Int' },
          { Name: 'a', Type: 'Int' },
        ],
      },
      'Two parameters have the same name.',
    ],
  ])('is refused with %j', (more, problem) => {
    expect(readRoutine({ ...RECORD, ...more }).problems).toEqual([problem]);
  });
});
