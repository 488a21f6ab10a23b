import { Definition } from '#core/catalogue/definition.js';
import { labelsOf } from '#core/catalogue/labels.js';
import { labelsFaults } from '#definitions/core/checks/check-labels.js';
import { shortened } from '#core/nearest.js';
import { isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { ShapeReader, type Members } from '#core/shapes/shape-reader.js';
import { readSelect } from '#core/requests/read-select.js';
import type { NamedField } from '#core/requests/select-command.js';
import type { ListItem, StoredList } from './list.js';
import { listText } from './list-text.js';

const CHOICE_MEMBERS = ['ValueField', 'TextField', 'ParentField', 'WhereClause', 'Sort'];
const VALUE_MEMBERS = ['Value', 'Text', 'Labels', 'ParentValue', 'IsActive', 'Sequence'];
const MAX_SEQUENCE = 1_000_000_000;
/** Maximum number of values of a fixed list. */
const MAX_VALUES = 10_000;

/**
 * Reads a `List` record: choices among records, or fixed values.
 * @throws {DomainError} with all faults of its shape.
 */
export function readList(record: JsonObject): StoredList {
  const reader = new ShapeReader(true);
  const list = reader.object(record, '', Object.keys(record));
  if (list.has('EntityName') === list.has('Values')) {
    list.fault('Values', 'A list has either an EntityName or Values.');
  }
  if (!list.has('Values')) return choicesIn(reader, list, record);
  for (const name of CHOICE_MEMBERS) {
    if (list.has(name)) list.fault(name, `${name} belongs to lists with an EntityName.`);
  }
  const items = valuesIn(reader, list);
  reader.faults.throwIfAny();
  return { kind: 'fixed', items };
}

function choicesIn(reader: ShapeReader, list: Members, record: JsonObject): StoredList {
  const EntityName = list.optionalText('EntityName') ?? '';
  reader.faults.throwIfAny();
  const { WhereClause = null, Sort = null } = record;
  const { command } = readSelect({ EntityName, WhereClause, Sort }, true);
  command.faults.throwIfAny();
  const { where, sort } = command;
  const named = (path: string): NamedField | undefined => {
    const name = list.optionalText(path);
    return name ? { name, path } : undefined;
  };
  const [value, text, parent] = [named('ValueField'), named('TextField'), named('ParentField')];
  const order = sort.length > 0 ? sort : undefined;
  return { kind: 'choices', choices: { entityName: EntityName, value, text, parent, where, sort: order } };
}

/** Reads fixed values in the order of their Sequence; the position is the default Sequence. */
function valuesIn(reader: ShapeReader, list: Members): readonly ListItem[] {
  const values = list.optionalArray('Values') ?? [];
  if (values.length > MAX_VALUES) {
    list.fault('Values', `Values may be at most ${MAX_VALUES}.`);
    return [];
  }
  const items = values.flatMap((json, i) => valueIn(reader, json, i) ?? []);
  const texts = new Set<string>();
  for (const { value } of items) {
    if (texts.has(listText(value))) list.fault('Values', `Values has '${shortened(listText(value))}' twice.`);
    texts.add(listText(value));
  }
  return items.toSorted((a, b) => a.sequence! - b.sequence!);
}

function valueIn(reader: ShapeReader, json: JsonValue, i: number): ListItem | undefined {
  const members = reader.object(json, `Values[${i}]`, VALUE_MEMBERS);
  if (!isObject(json)) return undefined;
  const [value, parentValue] = [scalarIn(members, 'Value'), scalarIn(members, 'ParentValue')];
  if (!members.has('Value')) members.fault('Value', `${members.at('Value')} is required.`);
  for (const { message } of labelsFaults(json.Labels, members.at('Labels'), ['Text'])) members.fault('Labels', message);
  if (value === undefined) return undefined;
  const labels = labelsOf(new Definition(json), 'Text');
  return {
    value,
    text: members.optionalText('Text') ?? listText(value),
    ...(parentValue !== undefined && { parentValue }),
    ...(labels && labels.languages.size > 0 && { labels }),
    isActive: members.flag('IsActive', true),
    sequence: members.int('Sequence', { min: -MAX_SEQUENCE, max: MAX_SEQUENCE, fallback: i + 1 }),
  };
}

function scalarIn(members: Members, name: string): JsonValue | undefined {
  if (!members.has(name)) return undefined;
  const value = members.value(name)!;
  if (typeof value === 'string' || typeof value === 'boolean' || value instanceof JsonNumber) return value;
  return members.fault(name, `${members.at(name)} must be text, a number or a boolean.`);
}
