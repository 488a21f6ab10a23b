import { withReferences } from '#records/core/batch/step-references.js';
import type { JsonObject } from '#core/json/json.js';
import { jsonOf } from '../../../../support/json-of.js';

const read = (body: object): { readonly result: JsonObject; readonly seen: readonly string[] } => {
  const seen: string[] = [];
  const result = withReferences(jsonOf(body) as JsonObject, ({ ref, member, path }) => {
    seen.push(`${path} ${ref} ${member}`);
    return 'DATA';
  });
  return { result, seen };
};

it('finds references at any depth of Fields and WhereClause, with their paths', () => {
  const Filters = [{ FieldName: '$a.Id', Value: ['x', '$c.Id'] }];
  const { result, seen } = read({
    Fields: [{ Value: '$a.Id' }, { Value: [{ B: '$b1_.Id' }] }],
    WhereClause: { Filters },
  });
  expect(seen).toEqual([
    'Fields[0].Value a Id',
    'Fields[1].Value[0].B b1_ Id',
    'WhereClause.Filters[0].FieldName a Id',
    'WhereClause.Filters[0].Value[1] c Id',
  ]);
  expect(JSON.parse(JSON.stringify(result))).toEqual({
    Fields: [{ Value: 'DATA' }, { Value: [{ B: 'DATA' }] }],
    WhereClause: { Filters: [{ FieldName: 'DATA', Value: ['x', 'DATA'] }] },
  });
});

it.each(['$5.00', '$a', '$.Id', '$a.', 'x $a.Id', '$a.Id ', '$1a.Id', '$a.Id.Id', '$$', '$a-b.Id'])(
  'reads %j as plain text',
  (text) => {
    const { result, seen } = read({ Fields: text });
    expect([result.Fields, seen]).toEqual([text, []]);
  },
);

it('unescapes $$ before a reference', () => {
  expect(read({ Fields: ['$$a.Id', '$$a'] })).toEqual({
    result: expect.objectContaining({ Fields: ['$a.Id', '$$a'] }),
    seen: [],
  });
});

it('does not change other members, numbers and keys, prototypes included', () => {
  const { result, seen } = read({ MatchOn: ['$a.Id'], Options: '$a.Id', Fields: { '$a.Id': 1, ['__proto__']: null } });
  expect(seen).toEqual([]);
  expect(Object.keys(result.Fields as object)).toEqual(['$a.Id', '__proto__']);
});

it('does not copy values without references', () => {
  const json = jsonOf({ Fields: [{ FieldName: '$a.Id' }, { Value: [{ k: 1 }] }] }) as {
    Fields: JsonObject[];
  } & JsonObject;
  const { Fields } = withReferences(json, () => 'DATA') as { Fields: JsonObject[] } & JsonObject;
  expect(Fields[1]).toBe(json.Fields[1]);
  expect(json.Fields[0]).toEqual({ FieldName: '$a.Id' });
});
