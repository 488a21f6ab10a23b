import { imagesOf } from '#core/images/record-images.js';
import { readJson } from '#core/json/read-json.js';
import { isObject, JsonNumber, type JsonObject, type JsonText } from '#core/json/json.js';

const plain = (image: JsonObject | undefined): unknown =>
  image &&
  Object.fromEntries(
    Object.entries(image).map(([key, value]) => [key, value instanceof JsonNumber ? Number(value.text) : value]),
  );
const parsed = (image: JsonText | undefined): unknown => image && (JSON.parse(image.text) as unknown);
const row = (fields: object) => ({ id: 'r', now: null, later: null, goes_on: false, changes: null, ...fields });
const update = (position: string, old: object, changed: object | null, version: number) => [
  position,
  'Update',
  old,
  changed,
  version,
  `u${position}`,
  `t${position}`,
];
const shown = (images: ReturnType<typeof imagesOf>) =>
  [...images.changes]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([position, { before, after }]) => [position, parsed(before), parsed(after)]);

const CHANGES = (isKnown: boolean) =>
  JSON.stringify([
    update('1', { A: 1 }, isKnown ? { A: 2 } : null, 2),
    update('2', { A: 2, B: 'x' }, isKnown ? { A: 3, B: 'y' } : null, 3),
  ]);
const EXPECTED = [
  ['1', { A: 1, B: 'x', RowVersion: 1 }, { A: 2, B: 'x', RowVersion: 2, UpdatedBy: 'u1', UpdatedOn: 't1' }],
  ['2', { A: 2, B: 'x', RowVersion: 2 }, { A: 3, B: 'y', RowVersion: 3, UpdatedBy: 'u2', UpdatedOn: 't2' }],
];

it('undoes later changes of the row of now, then each wanted one', () => {
  const now = '{"A":9,"B":"y","RowVersion":7,"UpdatedBy":"u9","UpdatedOn":"t9"}';
  const images = imagesOf(row({ now, later: '{"A":3}', changes: CHANGES(false) }));
  expect(shown(images)).toEqual(EXPECTED);
  expect(plain(images.last)).toMatchObject({ A: 3, RowVersion: 3 });
});

it('gives the same images from a known record on', () => {
  const known = readJson('{"A":1,"B":"x","RowVersion":1,"UpdatedBy":"u0","UpdatedOn":"t0"}');
  const images = imagesOf(row({ changes: CHANGES(true) }), isObject(known) ? known : undefined);
  expect(shown(images)).toEqual(EXPECTED);
  expect(plain(images.last)).toMatchObject({ A: 3, B: 'y', RowVersion: 3 });
});

it('has the record before a delete and after a create, in both directions', () => {
  const changes = JSON.stringify([
    ['1', 'Delete', { A: 1, RowVersion: 1 }, null, 1, 'u', 't'],
    ['2', 'Create', null, { A: 1, RowVersion: 2 }, 2, 'u', 't'],
  ]);
  const expected = [
    ['1', { A: 1, RowVersion: 1 }, undefined],
    ['2', undefined, { A: 1, RowVersion: 2 }],
  ];
  expect(shown(imagesOf(row({ now: '{"A":5}', changes })))).toEqual(expected);
  expect(shown(imagesOf(row({ changes }), {}))).toEqual(expected);
});

it('leaves no record after a last delete', () => {
  const changes = JSON.stringify([['1', 'Delete', { A: 1 }, null, 1, 'u', 't']]);
  expect(imagesOf(row({ now: '{"A":1}', changes })).last).toBeUndefined();
  expect(imagesOf(row({ changes }), { A: 1 as never }).last).toBeUndefined();
});
