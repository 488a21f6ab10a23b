import { useState } from 'react';
import { type Field, fieldLabel, fieldNamed, lookedUp } from '../../data/entity';
import { type Condition, isComplete, operandsOf, type Operator, operatorsOf } from '../../data/where';
import { Editor } from '../../fields/editor';
import { valueText } from '../../fields/value-text';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { ChoiceBox, ChoicesBox } from '../../ui/choice';
import { TextBox } from '../../ui/box';
import { Actions, Dialog } from '../../ui/dialog';
import { Line } from '../../ui/page';
import { listFields } from './list-columns';
import type { Listing } from './list-search';

/** Conditions of a list as words that can be changed and removed. */
export function FilterBuilder(listing: Listing) {
  const { entity, search, set } = listing;
  const conditions = search.filter ?? [];
  const [edited, setEdited] = useState<number>();
  const change = (filter: readonly Condition[]): void =>
    set({ filter: filter.length === 0 ? undefined : filter, logic: filter.length < 2 ? undefined : search.logic });
  return (
    <Line>
      {conditions.map((condition, i) => (
        <Line key={JSON.stringify(condition)}>
          <Button onPress={() => setEdited(i)}>{conditionText(listing, condition)}</Button>
          <Button
            look="quiet"
            aria-label={t('removeCondition', { text: conditionText(listing, condition) })}
            onPress={() => change(conditions.filter((each) => each !== condition))}
          >
            ×
          </Button>
        </Line>
      ))}
      <Button look="quiet" onPress={() => setEdited(conditions.length)}>
        {t('addCondition')}
      </Button>
      {conditions.length > 1 && (
        <TextBox
          label={t('logic')}
          help={t('logic.help')}
          value={search.logic ?? ''}
          onChange={(logic) => set({ logic: logic === '' ? undefined : logic })}
        />
      )}
      {edited !== undefined && (
        <ConditionDialog
          entity={entity}
          condition={conditions[edited]}
          onClose={() => setEdited(undefined)}
          onSave={(condition) => {
            change(conditions.toSpliced(edited, 1, condition));
            setEdited(undefined);
          }}
        />
      )}
    </Line>
  );
}

function conditionText({ entity }: Listing, { field, operator, value }: Condition): string {
  const known = fieldNamed(entity, field);
  if (known === undefined) return `${field}: ${t('unknownField')}`;
  const shown = (each: unknown): string => valueText(known, known.FieldType === 'Lookup' ? each : each);
  const text = Array.isArray(value) ? value.map(shown).join(', ') : shown(value);
  return `${fieldLabel(known)} ${t(`operator.${operator}`)} ${operandsOf(operator) === 'none' ? '' : text}`.trim();
}

function ConditionDialog(props: {
  readonly entity: Listing['entity'];
  readonly condition: Condition | undefined;
  readonly onClose: () => void;
  readonly onSave: (condition: Condition) => void;
}) {
  const { entity, condition, onClose, onSave } = props;
  const fields = listFields(entity).filter((each) => operatorsOf(each).length > 0);
  const [draft, setDraft] = useState<Condition>(condition ?? firstOf(fields[0]));
  const field = fieldNamed(entity, draft.field) ?? fields[0];
  return (
    <Dialog title={t('condition')} isOpen onClose={onClose}>
      <ChoiceBox
        label={t('field')}
        isRequired
        choices={fields.map((each) => ({ value: each.FieldName, text: fieldLabel(each) }))}
        value={field.FieldName}
        onChange={(name) => setDraft(firstOf(fieldNamed(entity, name!)!))}
      />
      <ChoiceBox
        label={t('operator')}
        isRequired
        choices={operatorsOf(field).map((each) => ({ value: each, text: t(`operator.${each}`) }))}
        value={draft.operator}
        onChange={(operator) => setDraft({ field: field.FieldName, operator: operator as Operator })}
      />
      <Operand entityName={entity.EntityName} field={field} draft={draft} onChange={setDraft} />
      <Actions>
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" isDisabled={!isComplete(draft)} onPress={() => onSave(draft)}>
          {t('apply')}
        </Button>
      </Actions>
    </Dialog>
  );
}

const firstOf = (field: Field): Condition => ({ field: field.FieldName, operator: operatorsOf(field)[0] });

/** A field as its value is entered in a filter: nothing is required, and every text is a part. */
const filterField = (field: Field): Field => ({
  ...field,
  FieldType:
    field.ValueType ?? (field.FieldType === 'AutoNumber' || field.FieldType === 'LongText' ? 'Text' : field.FieldType),
  Required: false,
  Format: undefined,
  Help: undefined,
  Description: undefined,
});

function Operand(props: {
  readonly entityName: string;
  readonly field: Field;
  readonly draft: Condition;
  readonly onChange: (condition: Condition) => void;
}) {
  const { entityName, field, draft, onChange } = props;
  const kind = operandsOf(draft.operator);
  const set = (value: unknown): void => onChange({ ...draft, value });
  const editor = (label: string, value: unknown, change: (value: unknown) => void) => (
    <Editor entityName={entityName} field={filterField(field)} label={label} value={value} onChange={change} />
  );
  if (kind === 'none') return undefined;
  if (kind === 'one') return editor(t('value'), draft.value, set);
  const values: readonly unknown[] = Array.isArray(draft.value) ? draft.value : [];
  if (kind === 'range')
    return (
      <>
        {editor(t('from'), values[0], (from) => set([from, values[1]]))}
        {editor(t('to'), values[1], (to) => set([values[0], to]))}
      </>
    );
  if (field.FieldType === 'Lookup')
    // The text of the record goes along, so that the address can be read.
    return editor(t('value'), values[0], (value) => set(lookedUp(value) === undefined ? [] : [value]));
  return (
    <ChoicesBox
      label={t('value')}
      choices={(field.Values ?? []).map(({ Value, Text }) => ({ value: Value, text: Text }))}
      values={values.map(String)}
      onChange={set}
    />
  );
}
