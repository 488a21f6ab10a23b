import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { lookedUp } from '../data/entity';
import { rowsKey, useStudio } from '../queries/studio';
import { type Choice, SearchBox } from '../ui/choice';
import { useTyped } from '../ui/use-typed';
import { boxOf, type EditorProps } from './editor-props';

/** A value of a list (`GET /lists/get`). */
interface Listed {
  readonly Value: string;
  readonly Text: string;
}

/** Chooses a record by searching among those that the caller may read. */
export function LookupEditor(props: EditorProps) {
  const { value, onChange } = props;
  const current = lookedUp(value);
  const typed = useTyped(current?.id, current?.text ?? '');
  const [isOpen, setOpen] = useState(false);
  const listed = useListed(props, typed.words, isOpen && props.isReadOnly !== true);
  const isListed = current === undefined || listed.some((each) => each.value === current.id);
  const choices = isListed ? listed : [{ value: current.id, text: current.text }, ...listed];
  const choose = (id: string | null): void => {
    const chosen = choices.find((each) => each.value === id);
    if (chosen === undefined) return;
    typed.choose(chosen.value, chosen.text);
    onChange({ Id: chosen.value, Text: chosen.text });
  };
  const type = (text: string): void => {
    typed.type(text);
    if (text === '' && current !== undefined) onChange(null);
  };
  return (
    <SearchBox
      {...boxOf(props)}
      choices={choices}
      value={current?.id ?? null}
      input={typed.input}
      onInput={type}
      onOpen={() => setOpen(true)}
      onChange={choose}
    />
  );
}

/** Records that a lookup may lead to and that contain a text. */
function useListed({ entityName, field, listOf }: EditorProps, text: string, isEnabled: boolean): readonly Choice[] {
  const { service } = useStudio();
  const search = useDeferredValue(text);
  const list: Record<string, string> =
    listOf === undefined ? { entityName, fieldName: field.FieldName } : { entityName: listOf };
  const names = { ...list, pageSize: '30' };
  const query = new URLSearchParams(search === '' ? names : { ...names, search }).toString();
  const found = useQuery({
    queryKey: rowsKey(field.Target ?? '', 'list', query),
    queryFn: ({ signal }) => service.call<readonly Listed[]>(`/lists/get?${query}`, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  return (found.data?.Result ?? []).map(({ Value, Text }) => ({ value: Value, text: Text }));
}
