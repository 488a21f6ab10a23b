import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { lookedUp } from '../data/entity';
import { useStudio } from '../data/studio';
import { SearchBox } from '../ui/choice';
import { boxOf, type EditorProps } from './editor-props';

/** A value of a list (`GET /lists/get`). */
interface Listed {
  readonly Value: string;
  readonly Text: string;
}

/** Chooses a record by searching among those that the caller may read. */
export function LookupEditor(props: EditorProps) {
  const { entityName, field, value, onChange, listOf } = props;
  const { service } = useStudio();
  const current = lookedUp(value);
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const search = useDeferredValue(typed ?? '');
  const query = new URLSearchParams({
    ...(listOf === undefined ? { entityName, fieldName: field.FieldName } : { entityName: listOf }),
    pageSize: '30',
    ...(search && { search }),
  });
  const found = useQuery({
    queryKey: ['rows', field.Target, 'list', query.toString()],
    queryFn: ({ signal }) => service.call<readonly Listed[]>(`/lists/get?${query.toString()}`, { signal }),
    placeholderData: keepPreviousData,
    enabled: isOpen && props.isReadOnly !== true,
  });
  const listed = (found.data?.Result ?? []).map(({ Value, Text }) => ({ value: Value, text: Text }));
  const isListed = current === undefined || listed.some((each) => each.value === current.id);
  const choices = isListed ? listed : [{ value: current.id, text: current.text }, ...listed];
  return (
    <SearchBox
      {...boxOf(props)}
      choices={choices}
      value={current?.id ?? null}
      input={typed ?? current?.text ?? ''}
      onInput={(text) => {
        setTyped(text);
        if (text === '' && current !== undefined) onChange(null);
      }}
      onOpen={() => setOpen(true)}
      onChange={(id) => {
        setTyped(undefined);
        const chosen = choices.find((each) => each.value === id);
        if (chosen !== undefined) onChange({ Id: chosen.value, Text: chosen.text });
      }}
    />
  );
}
