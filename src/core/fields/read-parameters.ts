import type { JsonValue } from '#core/json/json.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { PARAMETER_TYPES, type Parameter } from '#core/catalogue/parameter.js';
import { parameterDefault } from './parameter-values.js';

const MEMBERS = ['Name', 'Type', 'Required', 'Default', 'IsList'];
/** Maximum number of parameters of a definition. */
const MAX_PARAMETERS = 200;
/** Arbitrary context in which defaults are validated. */
const TRIAL = { at: new Date(0), timeZone: 'UTC', userId: '00000000-0000-0000-0000-000000000000' };

/**
 * Reads the parameters of a definition: `[{Name, Type, Required, Default, IsList}]`. Faults go to the reader.
 * @param member that holds them, such as the `Tokens` of a workflow
 */
export function readParameters(reader: ShapeReader, owner: Members, member = 'Parameters'): readonly Parameter[] {
  const items = owner.optionalArray(member) ?? [];
  if (items.length > MAX_PARAMETERS) {
    owner.fault(member, `${member} may be at most ${MAX_PARAMETERS}.`);
    return [];
  }
  const taken = new Set<string>();
  return items.flatMap((json, i) => {
    const parameter = readParameter(reader, json, `${owner.at(member)}[${i}]`, taken);
    return parameter ? [parameter] : [];
  });
}

function readParameter(reader: ShapeReader, json: JsonValue, path: string, taken: Set<string>): Parameter | undefined {
  const members = reader.object(json, path, MEMBERS);
  const name = members.text('Name')?.replace(/^@/, '');
  const type = readType(members);
  const flags = { required: members.flag('Required', false), isList: members.flag('IsList', false) };
  if (!name || !type) return undefined;
  if (taken.has(name.toLowerCase())) return members.fault('Name', `Two parameters are called ${name}.`);
  taken.add(name.toLowerCase());
  const given = members.value('Default');
  const parameter: Parameter = { name, type, ...flags, ...(members.has('Default') && { default: given }) };
  const value = parameterDefault(parameter, TRIAL);
  if (value?.ok === false) return members.fault('Default', `${members.at('Default')} must be ${value.expected}.`);
  return parameter;
}

function readType(members: Members): Parameter['type'] | undefined {
  const text = members.text('Type');
  if (text === undefined) return undefined;
  const type = PARAMETER_TYPES.find((known) => known.toLowerCase() === text.toLowerCase());
  return type ?? members.fault('Type', `${members.at('Type')} must be one of ${PARAMETER_TYPES.join(', ')}.`);
}
