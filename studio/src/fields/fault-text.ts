import { useQueryClient } from '@tanstack/react-query';
import { type Entity, type Field, fieldLabel, fieldNamed, words } from '../data/entity';
import type { Fault } from '../data/refusal';
import { knownText, t } from '../text/text';
import { valueText } from './value-text';

/** Sentences for the rules that people meet most; undefined where the description of the field lacks the limit. */
const RULES: Readonly<Record<string, (field: Field) => string | undefined>> = {
  Required: () => t('fault.required'),
  Min: (field) => (field.Min === undefined ? undefined : t('fault.min', { min: valueText(field, field.Min) })),
  Max: (field) => (field.Max === undefined ? undefined : t('fault.max', { max: valueText(field, field.Max) })),
  MinLength: ({ MinLength }) => (MinLength === undefined ? undefined : t('fault.minLength', { count: MinLength })),
  Format: () => t('fault.format'),
  Regex: () => t('fault.format'),
  MaxLength: ({ MaxLength }) => (MaxLength === undefined ? undefined : t('fault.maxLength', { count: MaxLength })),
};

const ruleText = ({ Code, Params }: Fault, field: Field): string | undefined =>
  Code === 'Conflict' ? t('fault.unique') : RULES[String(Params?.Rule)]?.(field);

/** A fault at its field: in the words of the studio, else those of the service with the label in place of the name. */
export function faultText(fault: Fault, field: Field): string {
  const { Message } = fault;
  const own = ruleText(fault, field);
  if (own !== undefined) return own;
  const isNamed = [' ', ':'].some((end) => Message.startsWith(field.FieldName + end));
  return isNamed ? fieldLabel(field) + Message.slice(field.FieldName.length) : Message;
}

/** A fault away from its field: the label stands before it. */
function namedFaultText(fault: Fault, field: Field): string {
  const [label, text] = [fieldLabel(field), faultText(fault, field)];
  return text.startsWith(label) ? text : `${label}: ${text}`;
}

/** Says the faults of a write in the summary: fields, also those of children, by their labels. */
export function useFaultText(entity: Entity): (fault: Fault) => string {
  const queries = useQueryClient();
  return (fault) => {
    const { FieldName, Params, Message } = fault;
    if (FieldName === undefined) return Message;
    const part = entity.Relations.find(({ ChildEntity }) => ChildEntity === Params?.EntityName);
    const described = part === undefined ? entity : queries.getQueryData<Entity>(['definitions', part.ChildEntity]);
    const list = entity.Relations.find(({ Name }) => Name === FieldName);
    const field = (described && fieldNamed(described, FieldName)) ?? relationField(list?.Label, FieldName);
    const text = namedFaultText(fault, field);
    return part === undefined ? text : `${part.Label ?? words(part.Name)} – ${text}`;
  };
}

/** A field for what the description does not have, such as a list of children. */
const relationField = (label: string | undefined, name: string): Field => ({
  FieldName: name,
  FieldType: 'Lookup',
  Label: label,
  Required: false,
  CanCreate: false,
  CanUpdate: false,
});

/** Says why a status cannot be reached; messages of validators are their designers'. */
export const obstacleText = ({ Code, Params, Message }: Fault): string =>
  knownText(`obstacle.${obstacleOf(Code, Params)}`) ?? Message;

function obstacleOf(code: string, params: Fault['Params']): string {
  if (params?.Rule === 'BlocksMoves') return 'BlocksMoves';
  return params?.Kind === 'Condition' ? 'Condition' : code;
}
