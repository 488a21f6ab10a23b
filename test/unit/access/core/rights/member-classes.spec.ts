import { Definition } from '#core/catalogue/definition.js';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { MEMBER_CLASSES } from '#access/core/rights/member-classes.js';

const membersOf = (entityName: string): readonly string[] =>
  SYSTEM_ENTITIES.filter((json) => json.EntityName === entityName).flatMap((json) =>
    new Definition(json).objects('Fields').map((field) => new Definition(field).text('FieldName') ?? ''),
  );

const KINDS = SYSTEM_ENTITIES.map((json) => new Definition(json).text('EntityName') ?? '');

it.each(KINDS)('says who writes each member of %s', (kind) => {
  const classed = (MEMBER_CLASSES[kind] ?? []).flatMap(({ members }) => members);
  expect([...new Set(classed)].toSorted()).toEqual(membersOf(kind).toSorted());
});

it('classes no kind that does not exist', () => {
  expect(Object.keys(MEMBER_CLASSES).filter((kind) => !KINDS.includes(kind))).toEqual([]);
});

it('gives each line a reason, and reserved members a restriction', () => {
  for (const line of Object.values(MEMBER_CLASSES).flat()) {
    expect(line.why).toMatch(/\w/);
    expect(line.restriction !== undefined).toBe(line.of === 'Administrator');
  }
});
