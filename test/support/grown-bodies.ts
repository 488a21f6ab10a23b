import fc from 'fast-check';

/** Bytes and values of a body that is just accepted. */
const [MAX_BYTES, MAX_VALUES] = [4_900_000, 60_000];

type Json = unknown;
type Place = readonly (string | number)[];

/** A body, and what was made long in it. */
export interface GrownBody {
  readonly text: string;
  readonly what: string;
}

const TEXTS = [
  'x',
  ' ',
  ',',
  '1,',
  '.',
  'a.',
  '(',
  '1 AND ',
  '\n',
  '\\',
  '"',
  'ä',
  '😀',
  '{{T}}',
  '%_',
  '0',
  'a@',
  '-',
  '/',
  '$a.Id',
  ';',
  '{"a":',
];
const ITEMS: readonly Json[] = [1, 'x', null, {}, [], { FieldNam: 'Name' }, { FieldName: 'Nam', Value: 1 }, { k: 1 }];

const copies = (count: number, make: (i: number) => Json): readonly Json[] =>
  Array.from({ length: count }, (_, i) => make(i));

const valuesIn = (json: Json): number =>
  typeof json === 'object' && json !== null
    ? Object.values(json).reduce((sum: number, each) => sum + 1 + valuesIn(each), 0)
    : 0;

/** The element as often as a body takes it, its texts different from copy to copy. */
function repeated(item: Json, differ: boolean): Json {
  const text = JSON.stringify(item);
  const count = Math.min(MAX_BYTES / (text.length + 8), MAX_VALUES / (1 + valuesIn(item)));
  return copies(Math.floor(count), (i) =>
    differ ? JSON.parse(text, (_, v: Json) => (typeof v === 'string' ? `${v}${i}` : v)) : item,
  );
}

const longText = fc
  .tuple(fc.constantFrom(...TEXTS), fc.constantFrom('', 'x', '"'), fc.constantFrom('', '!', ' '))
  .map(([part, first, last]) => ({
    what: `text of ${JSON.stringify(first + part + last)}`,
    value: first + part.repeat(Math.floor(MAX_BYTES / Buffer.byteLength(JSON.stringify(part)))) + last,
  }));
const longList = fc
  .constantFrom(...ITEMS)
  .map((item) => ({ what: `list of ${JSON.stringify(item)}`, value: repeated(item, false) }));
const longObject = fc.constantFrom('k', 'Fieldname', 'Valu').map((name) => ({
  what: `object with members ${name}`,
  value: Object.fromEntries(copies(4_900, (i) => [`${name}${i}`, i]).map((each) => each as [string, number])),
}));
const deep = fc.constantFrom('[', '{"a":').map((open) => ({
  what: `nesting of ${open}`,
  value: JSON.parse(open.repeat(55) + (open === '[' ? ']' : '1}') + (open === '[' ? ']' : '}').repeat(54)) as Json,
}));

/** Places of a body, the root included. */
function placesIn(json: Json, at: Place = []): readonly Place[] {
  if (typeof json !== 'object' || json === null) return [at];
  return [
    at,
    ...Object.entries(json).flatMap(([key, value]) =>
      placesIn(value, [...at, Array.isArray(json) ? Number(key) : key]),
    ),
  ];
}

const valueAt = (json: Json, place: Place): Json =>
  place.reduce((found, key) => (found as Record<string, Json>)[key], json);

function replaced(json: Json, [key, ...rest]: Place, value: Json): Json {
  if (key === undefined) return value;
  const inner = replaced((json as Record<string, Json>)[key], rest, value);
  return Array.isArray(json) ? json.with(key as number, inner) : { ...(json as object), [key]: inner };
}

/** Bodies made from one: a value at any place is replaced, repeated or joined by an unknown member. */
export const grownBodies = (body: Json): fc.Arbitrary<GrownBody> =>
  fc
    .tuple(
      fc.constantFrom(...placesIn(body)),
      fc.oneof(longText, longText, longList, longObject, deep),
      fc.integer({ min: 0, max: 5 }),
    )
    .map(([place, { what, value }, how]) => {
      const old = valueAt(body, place);
      const at = place.join('.') || 'the body';
      if (how < 2 && Array.isArray(old) && old.length > 0)
        return { text: JSON.stringify(replaced(body, place, repeated(old[0], how === 1))), what: `${at}: repeated` };
      if (how === 2 && typeof old === 'object' && old !== null && !Array.isArray(old))
        return { text: JSON.stringify(replaced(body, place, { ...old, Xyz: value })), what: `${at}.Xyz: ${what}` };
      return { text: JSON.stringify(replaced(body, place, value)), what: `${at}: ${what}` };
    });
