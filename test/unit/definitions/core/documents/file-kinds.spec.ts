import { Definition } from '#core/catalogue/definition.js';
import { FILE_KINDS, PEOPLE } from '#definitions/core/documents/file-kinds.js';
import { fileMembers } from '#definitions/core/documents/file-members.js';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';

const { catalogue } = fixtureContext();

/** Fields of definition records that files do not hold: the service sets them. */
const SET_BY_THE_SERVICE = [
  'Entity.IsSystem',
  'Field.IndexError',
  'Field.IndexState',
  'Index.EntityName',
  'Index.Error',
  'Index.State',
  'Role.IsSystem',
  'Trigger.NextFireTimes',
];

it('holds every kind of definitions in files, and no people', () => {
  const kinds = SYSTEM_ENTITIES.map((json) => new Definition(json)).filter((entity) =>
    ['definition', 'access'].includes(entity.text('Kind')!),
  );
  const names = kinds.map((entity) => entity.text('EntityName')!).filter((name) => !PEOPLE.has(name));
  expect(FILE_KINDS.map(({ entity }) => entity).toSorted()).toEqual(names.toSorted());
});

it('holds every field of them that callers give', () => {
  const missing = FILE_KINDS.flatMap((kind) => {
    const held = new Set([...fileMembers(catalogue, kind).map(({ field }) => field.name), kind.parent?.field]);
    const fields = [...catalogue.entity(kind.entity).fields.values()].filter(({ isSystem }) => !isSystem);
    return fields.filter(({ name }) => !held.has(name)).map(({ name }) => `${kind.entity}.${name}`);
  });
  expect(missing.toSorted()).toEqual(SET_BY_THE_SERVICE);
});

it('names the target of every lookup, which comes before it', () => {
  const order = FILE_KINDS.map(({ entity }) => entity);
  for (const kind of FILE_KINDS) {
    for (const { field, reference } of fileMembers(catalogue, kind).filter(
      (member) => member.field.type === 'Lookup',
    )) {
      expect(`${field.name} ${field.target}`).toBe(`${reference?.field} ${reference?.entity}`);
      expect(order.indexOf(field.target!)).toBeLessThanOrEqual(order.indexOf(kind.entity));
    }
  }
});
