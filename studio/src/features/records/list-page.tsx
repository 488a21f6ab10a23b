import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { labelOf, pluralOf, type Row } from '../../data/entity';
import { useEntity, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button, linkLook } from '../../ui/button';
import { Line, Page as Screen } from '../../ui/page';
import { Empty, Refused } from '../../ui/states';
import { BulkBar } from './bulk-bar';
import { ColumnsDialog } from './columns-dialog';
import { FilterBuilder } from './filter-builder';
import { shownFields, viewFields } from './list-columns';
import { RecordGrid } from './record-grid';
import { listBody, viewOf, SearchInput, type Listing } from './list-search';
import { UndoDelete } from './undo-delete';
import { useWindows } from './use-windows';
import { ViewPicker } from './view-picker';

const route = getRouteApi('/$tenant/$app/$environment/records/$entity');

/** The records of an entity: searched, filtered, sorted; all of it stands in the address. */
export function Page() {
  const { entity } = route.useParams();
  return <RecordList key={entity} name={entity} />;
}

function RecordList({ name }: { readonly name: string }) {
  const entity = useEntity(name);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { me } = useStudio();
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const [isChoosing, setChoosing] = useState(false);
  const set = (change: Partial<typeof search>): void => {
    setSelected(new Map());
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  };
  const listing: Listing = { entity, search, set };
  const own = shownFields(entity, search.columns);
  const [query] = viewOf(search);
  const windows = useWindows(listBody(entity, search, own), query);
  const fields = query === undefined ? own : viewFields(entity, windows.rowAt(0) ?? {});
  const canRestore = entity.AllowSoftDelete === true && (me.IsAdministrator || entity.MembersRestore === true);
  return (
    <Screen
      title={search.deleted === true ? t('recycleBinOf', { entity: pluralOf(entity) }) : pluralOf(entity)}
      isFull
      actions={<ListActions {...listing} />}
    >
      <Line>
        <SearchInput {...listing} />
        <ViewPicker {...listing} />
        <Button onPress={() => setChoosing(true)}>{t('columns')}</Button>
        {canRestore && (
          <Button onPress={() => set({ deleted: search.deleted === true ? undefined : true })}>
            {t(search.deleted === true ? 'backToList' : 'recycleBin')}
          </Button>
        )}
        <FilterBuilder {...listing} />
        <Total windows={windows} />
      </Line>
      {canRestore && <UndoDelete {...listing} />}
      {windows.refusal !== undefined && <Refused refusal={windows.refusal} retry={windows.retry} />}
      {windows.total === 0 ? (
        <Empty text={t(search.q !== undefined || search.filter !== undefined ? 'noneMatch' : 'noneYet')} />
      ) : (
        <RecordGrid listing={listing} fields={fields} windows={windows} selected={selected} onSelect={setSelected} />
      )}
      <BulkBar
        entity={entity}
        selected={selected}
        onDone={() => setSelected(new Map())}
        isBin={search.deleted === true}
      />
      <ColumnsDialog {...listing} isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </Screen>
  );
}

function ListActions({ entity, search }: Listing) {
  const params = { ...useStudio().service.environment!, entity: entity.EntityName };
  if (entity.Create === 'None' || search.deleted === true) return undefined;
  return (
    <Link to="/$tenant/$app/$environment/records/$entity/new" params={params} className={linkLook('primary')}>
      {t('newOf', { entity: labelOf(entity) })}
    </Link>
  );
}

function Total({ windows }: { readonly windows: ReturnType<typeof useWindows> }) {
  const { total, isExact, limit } = windows;
  if (total === undefined) return undefined;
  return (
    <span role="status">
      {t(isExact ? 'total' : 'totalAbout', { count: total })}
      {total > limit && ` · ${t('firstOnly', { count: limit })}`}
    </span>
  );
}
