type Json = unknown;
type Keys = Readonly<Record<string, Json>>;

/** A body with one member misspelt: which, as what, and where an answer has to say so. */
export interface Misspelling {
  readonly meant: string;
  readonly path: string;
  readonly body: Json;
}

/** Kind of an object or array of a body, by its place. */
type Kind = 'members' | 'value' | 'cell' | 'data';

const isKeys = (json: Json): json is Keys => typeof json === 'object' && json !== null && !Array.isArray(json);

/** `fieldName`, and `FildName`; of the shortest names too, which is still distance 1. */
function near(name: string): readonly string[] {
  const middle = Math.floor(name.length / 2);
  return [name[0].toLowerCase() + name.slice(1), name.slice(0, middle) + name.slice(middle + 1)];
}

const FORMS = [['Match'], ['Fields'], ['Create', 'Update', 'Delete']];

/** True when the keys of an object are members of the interface, not names of fields or parameters. */
const hasMembers = (json: Keys, kind: Kind): boolean =>
  kind === 'members' ||
  (kind === 'value' && FORMS.some((form) => Object.keys(json).every((key) => form.includes(key))));

/** The kind of what stands in a member. */
function kindIn(json: Keys, name: string, kind: Kind): Kind {
  if (name === 'Reqtokens') return 'data';
  if (name === 'Values') return 'cell';
  if (!hasMembers(json, kind)) return 'value';
  if (['Create', 'Update'].includes(name)) return 'value';
  if (name === 'Value') return 'Operator' in json ? 'members' : 'value';
  return 'members';
}

/** Where the answer says that something stands: values of fields are one member further down. */
const pathIn = (path: string, json: Keys, name: string, kind: Kind): string =>
  `${path}${path && '.'}${name}${!hasMembers(json, kind) && kind === 'value' && typeof json[name] === 'object' ? '.Value' : ''}`;

/** Every way to misspell one member of a body, at all of its levels. */
export function misspellings(json: Json, path = '', kind: Kind = 'members'): readonly Misspelling[] {
  if (kind === 'data') return [];
  if (Array.isArray(json)) {
    const isRecord = kind === 'value' && json.some((item) => isKeys(item) && 'FieldName' in item && 'Value' in item);
    const at = isRecord ? `${path}.Fields` : path;
    return json.flatMap((item: Json, i) =>
      misspellings(item, `${at}[${i}]`, isRecord ? 'members' : kind).map((made) => {
        return { ...made, body: json.with(i, made.body) };
      }),
    );
  }
  if (!isKeys(json)) return [];
  if (kind === 'cell') return misspellings(json, `${path}.Value`, 'value');
  const own = hasMembers(json, kind)
    ? Object.keys(json).flatMap((name) =>
        near(name).map((misspelt) => ({
          meant: name,
          path: `${path}${path && '.'}${misspelt}`,
          body: renamed(json, name, misspelt),
        })),
      )
    : [];
  const nested = Object.keys(json).flatMap((name) =>
    misspellings(json[name], pathIn(path, json, name, kind), kindIn(json, name, kind)).map((made) => {
      return { ...made, body: { ...json, [name]: made.body } };
    }),
  );
  return [...own, ...nested];
}

const renamed = (json: Keys, name: string, to: string): Json =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [key === name ? to : key, value]));
