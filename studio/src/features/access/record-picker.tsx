import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { displayText, type EntitySummary, type Row } from '../../data/entity';
import { type Select, useSelect } from '../../queries/studio';
import { t } from '../../text/text';
import { SearchBox } from '../../ui/choice';
import { useTyped } from '../../ui/use-typed';
import { useRecordText } from './use-record-text';

/** Searches a record of an entity among those that the caller may read. */
export function RecordPicker(props: {
  readonly entity: EntitySummary;
  /** Record-information id. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { entity, value, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const current = useRecordText(entity, value) ?? '';
  const typed = useTyped(value, current);
  const listed = useFound(entity, typed.words, isOpen);
  const isListed = value === undefined || listed.some((each) => each.value === value);
  const choices = isListed ? listed : [{ value, text: current }, ...listed];
  return (
    <SearchBox
      label={t('explain.record')}
      help={t('explain.recordHelp')}
      choices={choices}
      value={value ?? null}
      input={typed.input}
      onInput={(text) => {
        typed.type(text);
        if (text === '' && value !== undefined) onChange(undefined);
      }}
      onOpen={() => setOpen(true)}
      onChange={(id) => {
        const chosen = choices.find((each) => each.value === id);
        if (chosen === undefined) return;
        typed.choose(chosen.value, chosen.text);
        onChange(chosen.value);
      }}
    />
  );
}

/** Records that contain the words, once the list is open. */
function useFound(entity: EntitySummary, text: string, isOpen: boolean) {
  const words = useDeferredValue(text);
  const select = useSelect();
  const { data } = useQuery({
    ...select(searchBody(entity, words)),
    placeholderData: keepPreviousData,
    enabled: isOpen && entity.Read !== 'None',
  });
  return (data?.Result ?? []).map((row) => choiceOf(entity, row));
}

const choiceOf = (entity: EntitySummary, row: Row) => ({
  value: String(row.RecordInformationId),
  text: displayText(entity, row),
});

const searchBody = (entity: EntitySummary, words: string): Select => ({
  EntityName: entity.EntityName,
  SelectedFields: ['Id', 'RecordInformationId', ...(entity.DisplayField === null ? [] : [entity.DisplayField])],
  LoadLookUpValues: true,
  Pager: { PageSize: 30, Count: 'None' },
  ...(words === '' ? {} : { GlobalSearch: words }),
});
