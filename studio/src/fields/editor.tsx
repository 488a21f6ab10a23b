import { type ComponentType, useState } from 'react';
import { editableNumber, readNumber } from '../data/decimal';
import type { Field, FieldType } from '../data/entity';
import { ExactNumber, textOf } from '../data/exact';
import { fromLocalInput, toLocalInput } from '../text/dates';
import { currentLanguage, t } from '../text/text';
import { TextBox } from '../ui/box';
import { ChoiceBox, ChoicesBox } from '../ui/choice';
import { boxOf, type EditorProps } from './editor-props';
import { JsonEditor } from './json-editor';
import { LookupEditor } from './lookup-editor';

const orNull = (text: string): string | null => (text === '' ? null : text);

function TextEditor(props: EditorProps) {
  const { field, value, onChange } = props;
  const type = field.Format === 'Email' ? 'email' : field.Format === 'Url' ? 'url' : 'text';
  return (
    <TextBox
      {...boxOf(props)}
      type={type}
      value={textOf(value)}
      onChange={(text) => onChange(orNull(text))}
      lines={field.FieldType === 'LongText' ? 4 : undefined}
    />
  );
}

/** Numbers are edited as text, so that no digit is lost. */
function NumberEditor(props: EditorProps) {
  const { field, value, onChange } = props;
  const [typed, setTyped] = useState<string>();
  const language = currentLanguage();
  return (
    <TextBox
      {...boxOf(props)}
      inputMode={field.FieldType === 'Int' ? 'numeric' : 'decimal'}
      value={typed ?? editableNumber(textOf(value), language)}
      onChange={(text) => {
        setTyped(text);
        const read = orNull(readNumber(text, language));
        onChange(read === textOf(value) && value instanceof ExactNumber ? value : read);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function DateEditor(props: EditorProps) {
  const { value, onChange } = props;
  return <TextBox {...boxOf(props)} type="date" value={textOf(value)} onChange={(text) => onChange(orNull(text))} />;
}

function DateTimeEditor(props: EditorProps) {
  const { value, onChange } = props;
  const shown = toLocalInput(textOf(value));
  return (
    <TextBox
      {...boxOf(props)}
      type="datetime-local"
      step={stepOf(shown)}
      value={shown}
      onChange={(text) => onChange(text === '' ? null : fromLocalInput(text))}
    />
  );
}

/** Seconds and milliseconds are asked for only where the value has them. */
const stepOf = (text: string): number | undefined =>
  text.includes('.') ? 0.001 : text.length > 'yyyy-mm-ddThh:mm'.length ? 1 : undefined;

function BoolEditor(props: EditorProps) {
  const { value, onChange } = props;
  const choices = [
    { value: 'true', text: t('yes') },
    { value: 'false', text: t('no') },
  ];
  return (
    <ChoiceBox
      {...boxOf(props)}
      choices={choices}
      value={value === null || value === undefined ? null : textOf(value)}
      onChange={(to) => onChange(to === null ? null : to === 'true')}
    />
  );
}

/** Values that may be chosen, and the present ones where they are inactive or removed by now. */
const choicesOf = ({ Values = [] }: Field, present: readonly string[]) => [
  ...Values.filter(({ Value, IsActive }) => IsActive || present.includes(Value)).map(({ Value, Text }) => ({
    value: Value,
    text: Text,
  })),
  ...present
    .filter((value) => !Values.some(({ Value }) => Value === value))
    .map((value) => ({ value, text: t('removedChoice', { value }) })),
];

function EnumEditor(props: EditorProps) {
  const { field, value, onChange } = props;
  const present = orNull(textOf(value));
  return (
    <ChoiceBox
      {...boxOf(props)}
      choices={choicesOf(field, present === null ? [] : [present])}
      value={present}
      onChange={onChange}
    />
  );
}

function MultiEnumEditor(props: EditorProps) {
  const { field, value, onChange } = props;
  const present = Array.isArray(value) ? value.map(textOf) : [];
  return (
    <ChoicesBox
      {...boxOf(props)}
      choices={choicesOf(field, present)}
      values={present}
      onChange={(values) => onChange(values.length === 0 ? null : values)}
    />
  );
}

/** Editors by type; those without one are read only. */
const EDITORS: Readonly<Record<FieldType, ComponentType<EditorProps>>> = {
  AutoNumber: TextEditor,
  Bool: BoolEditor,
  Computed: TextEditor,
  Date: DateEditor,
  DateTime: DateTimeEditor,
  Decimal: NumberEditor,
  Enum: EnumEditor,
  Int: NumberEditor,
  Json: JsonEditor,
  LongText: TextEditor,
  Lookup: LookupEditor,
  MultiEnum: MultiEnumEditor,
  Rollup: TextEditor,
  Text: TextEditor,
  Uuid: TextEditor,
};

export function Editor(props: EditorProps) {
  const Kind = EDITORS[props.field.FieldType];
  return <Kind {...props} />;
}
