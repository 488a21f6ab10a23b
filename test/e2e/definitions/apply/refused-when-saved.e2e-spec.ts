import { refused } from '../../../support/refusal.js';
import { assignments, byId, match, TestApp, where } from '../../../support/test-app.js';

const CUSTOMER_ENTITY = match('EntityName', 'Customer');
const BROKEN = { Filters: [{ FieldName: 'Name', Operator: 'Contians', Value: 'x' }], FilterLogic: '1 AND 2' };

describe.each([1, 2])('invalid definitions are refused when saved, on %i node(s)', (count) => {
  let nodes: readonly TestApp[];
  let calls = 0;
  beforeAll(async () => {
    const first = await TestApp.start();
    nodes = count === 1 ? [first] : [first, await first.startAnother()];
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.stop();
  });
  const ada = () => nodes[calls++ % nodes.length].as('ada.admin');
  const hook = (fields: object): Readonly<Record<string, unknown>> => ({
    EntityId: CUSTOMER_ENTITY,
    Name: `H${calls}`,
    Events: ['BeforeInsert'],
    ...fields,
  });
  const rule = (fields: object): Readonly<Record<string, unknown>> => ({
    EntityId: CUSTOMER_ENTITY,
    Name: `R${calls}`,
    Message: 'No.',
    ...fields,
  });

  it('a hook with an unknown handler', async () => {
    const [detail] = await refused(
      nodes[0],
      () => ada().insert('Hook', hook({ Handler: 'TestDelai' })),
      400,
      'Validation',
    );
    expect(detail).toMatchObject({ FieldName: 'Handler', Path: 'Fields[3]' });
    expect(detail.Message).toMatch(/no handler 'TestDelai'\. Did you mean 'TestDelay'\? It has .*TestDelay/);
    const step = { Operation: 'Insert', EntityName: 'Hook', Fields: assignments(hook({ Handler: 'Nope' })) };
    await refused(nodes[0], () => ada().batch([step]), 400, 'Validation');
    const nested = { EntityName: 'Hooked', Fields: [{ FieldName: 'A', FieldType: 'Text' }] };
    const Hooks = [{ Name: 'H', Events: ['BeforeInsert'], Handler: 'Nope' }];
    await refused(nodes[0], () => ada().insert('Entity', { ...nested, Hooks }), 400, 'Validation');
    const id = await ada().inserted('Hook', hook({ Handler: 'TestDelay' }));
    await refused(nodes[0], () => ada().update('Hook', { Handler: 'Nope' }, byId(id)), 400, 'Validation');
  });

  it.each([
    ['that is missing', {}, 'WhereClause is required', 'Fields'],
    ['without filters', { WhereClause: { Filters: [] } }, 'WhereClause is required', 'Fields[3]'],
    [
      'with an unknown operator',
      { WhereClause: BROKEN },
      'WhereClause.Filters[0].Operator must be one of',
      'Fields[3].Value.Filters[0].Operator',
    ],
    [
      'of unknown fields',
      { WhereClause: where('Nmae', 'EqualTo', 'x') },
      "Did you mean 'Name'?",
      'Fields[3].Value.Filters[0].FieldName',
    ],
    [
      'of a value that is none',
      { WhereClause: where('CreditLimit', 'GreaterThan', 'x') },
      'CreditLimit can only be compared with',
      'Fields[3].Value.Filters[0].Value',
    ],
  ])('a rule with a clause %s', async (_, fields, message, Path) => {
    const [detail] = await refused(nodes[0], () => ada().insert('Rule', rule(fields)), 400, 'Validation');
    expect(detail).toMatchObject({ FieldName: 'WhereClause', Message: expect.stringContaining(message), Path });
  });

  it('all faults of a clause together, and misspelt members by name', async () => {
    const faults = await refused(
      nodes[0],
      () => ada().insert('Rule', rule({ WhereClause: { Filters: [{ FieldName: '', Operator: 99, Value: 1 }] } })),
      400,
      'Validation',
    );
    expect(faults).toHaveLength(2);
    const misspelt = rule({ WhereClause: { Filters: [{ FieldName: 'Name', Operator: 3, value: 'x' }] } });
    const [detail] = await refused(nodes[0], () => ada().insert('Rule', misspelt), 400, 'UnknownMember');
    expect(detail).toMatchObject({
      Path: 'Fields[3].Value.Filters[0].value',
      Message: expect.stringContaining("'Value'"),
    });
  });

  it('a hook with an invalid clause, on insert and update', async () => {
    const broken = hook({ RejectWhen: BROKEN, Message: 'No.' });
    const [detail] = await refused(nodes[0], () => ada().insert('Hook', broken), 400, 'Validation');
    expect(detail).toMatchObject({ FieldName: 'RejectWhen', Path: 'Fields[3].Value.Filters[0].Operator' });
    const id = await ada().inserted('Rule', rule({ WhereClause: where('Name', 'IsNotNULL') }));
    const [later] = await refused(
      nodes[0],
      () => ada().update('Rule', { WhereClause: BROKEN }, byId(id)),
      400,
      'Validation',
    );
    expect(later).toMatchObject({ FieldName: 'WhereClause', Path: 'WhereClause.Filters[0].Operator', RecordId: id });
  });

  it('a null for a member that has a default, with the default', async () => {
    const field = { EntityId: CUSTOMER_ENTITY, FieldName: 'Extra', FieldType: 'Text', Required: null };
    const [detail] = await refused(nodes[0], () => ada().insert('Field', field), 400, 'FieldRule');
    expect(detail).toMatchObject({
      FieldName: 'Required',
      Message: 'Required must be true or false, not null; a new record that leaves it out gets false.',
    });
  });

  it('a part of an entity that is not there, with the name that was looked for', async () => {
    const field = { EntityId: match('EntityName', 'Customerr'), FieldName: 'Extra', FieldType: 'Text' };
    const [detail] = await refused(nodes[0], () => ada().insert('Field', field), 400, 'Validation');
    expect(detail.Message).toBe("EntityId: there is no such Entity with the EntityName 'Customerr'.");
  });

  it('a step that uses what an earlier step defines, with the reason', async () => {
    const Fields = assignments({ EntityName: 'Zed', Fields: [{ FieldName: 'A', FieldType: 'Text' }] });
    const steps = [
      { Operation: 'Insert', EntityName: 'Entity', Fields },
      { Operation: 'Insert', EntityName: 'Zed', Fields: assignments({ A: 'x' }) },
    ];
    const [detail] = await refused(nodes[0], () => ada().batch(steps), 404, 'UnknownEntity');
    expect(detail).toMatchObject({
      Path: 'Steps[1]',
      Message: expect.stringContaining('can be used by the next request'),
    });
  });
});
