import { useEffect, useState } from 'react';
import type { Entity, Field } from '../../data/entity';
import type { ListState } from '../../data/list-state';
import { fieldNamed } from '../../data/entity';
import type { Select } from '../../queries/studio';
import { type Condition, whereClause } from '../../data/where';
import { t } from '../../text/text';
import { TextBox } from '../../ui/box';

/** A list with its state and how to change it. */
export interface Listing {
  readonly entity: Entity;
  readonly search: ListState;
  readonly set: (change: Partial<ListState>) => void;
}

/** Fields that a list needs beside those that it shows: to open, to move and to name records. */
const ALWAYS = ['Id', 'RecordInformationId', 'StatusId', 'RowVersion'];

/** A saved query and one of its views, as the address names them: ids, joined by a slash. */
export const viewOf = ({ view }: ListState): readonly (string | undefined)[] => view?.split('/') ?? [];

/** Body that reads the list: of the entity, or of a saved query, which has fields and filters of its own. */
export function listBody(entity: Entity, search: ListState, fields: readonly Field[]): Select {
  const known = (search.filter ?? []).filter(({ field }) => fieldNamed(entity, field) !== undefined);
  const deleted: readonly Condition[] =
    search.deleted === true ? [{ field: 'IsDeleted', operator: 'EqualTo', value: true }] : [];
  const isJoined = search.logic !== undefined && deleted.length > 0;
  const logic = isJoined ? `(${search.logic}) AND ${known.length + 1}` : search.logic;
  const [query, view] = viewOf(search);
  const shared: Select = {
    EntityName: entity.EntityName,
    WhereClause: whereClause([...known, ...deleted], logic),
    Sort: sortOf(entity, search.sort),
  };
  if (query !== undefined) return { ...shared, SavedView: view };
  const names = [...ALWAYS, entity.DisplayField ?? 'Id', ...fields.map(({ FieldName }) => FieldName)];
  return {
    ...shared,
    SelectedFields: [...new Set(names)].filter((name) => fieldNamed(entity, name) !== undefined),
    GlobalSearch: search.q,
    LoadLookUpValues: true,
    ...(search.deleted === true ? { IncludeDeleted: true } : {}),
  };
}

function sortOf(entity: Entity, sort: string | undefined): Select['Sort'] {
  const name = sort?.replace(/^-/, '');
  if (name === undefined || fieldNamed(entity, name) === undefined) return undefined;
  return [{ FieldName: name, Direction: sort!.startsWith('-') ? 2 : 1 }];
}

/** Words that every shown record contains; the list follows when typing pauses. */
export function SearchInput({ search, set }: Listing) {
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => {
    if (text === (search.q ?? '')) return undefined;
    const timer = setTimeout(() => set({ q: text === '' ? undefined : text }), 300);
    return () => clearTimeout(timer);
  });
  return <TextBox label={t('searchRecords')} type="search" value={text} onChange={setText} />;
}
