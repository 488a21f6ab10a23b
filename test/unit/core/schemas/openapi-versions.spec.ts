import { inOpenApi30 } from '#core/schemas/openapi-versions.js';

describe('inOpenApi30', () => {
  it.each([
    [
      'null beside a type',
      { type: ['string', 'null'], format: 'uuid' },
      { type: 'string', format: 'uuid', nullable: true },
    ],
    ['the first of several types', { type: ['number', 'string'] }, { type: 'number' }],
    ['null alone', { type: 'null' }, { nullable: true }],
    ['a constant', { const: 'A' }, { enum: ['A'] }],
    [
      'a reference or null',
      { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }], description: 'An A.' },
      { allOf: [{ $ref: '#/components/schemas/A' }], nullable: true, description: 'An A.' },
    ],
    ['a union of several schemas as any value', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, {}],
    [
      'a union of several schemas and null as any value or null',
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }], description: 'A value.' },
      { description: 'A value.', nullable: true },
    ],
    [
      'members of objects, whatever their names',
      {
        type: 'object',
        properties: { anyOf: { type: ['string', 'null'] }, type: { type: 'null' }, enum: { const: 1 } },
      },
      {
        type: 'object',
        properties: { anyOf: { type: 'string', nullable: true }, type: { nullable: true }, enum: { enum: [1] } },
      },
    ],
    ['examples untouched', { example: { type: ['a', 'b'] } }, { example: { type: ['a', 'b'] } }],
  ])('rewrites %s', (_, schema, expected) => {
    expect(inOpenApi30(schema)).toEqual(expected);
  });
});
