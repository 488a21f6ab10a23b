import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Entity, labelOf, pluralOf, type Row } from '../../data/entity';
import { useEntity, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button, linkLook } from '../../ui/button';
import { Line, Page as Screen } from '../../ui/page';
import { Empty, Refused } from '../../ui/states';
import { BulkBar } from './bulk-bar';
import { ColumnsDialog } from './columns-dialog';
import { BesideDetails, DetailsButton, useDetails } from './details';
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
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const set = (change: Partial<typeof search>): void => {
    setSelected(new Map());
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  };
  const listing: Listing = { entity, search, set };
  const own = shownFields(entity, search.columns);
  const [query] = viewOf(search);
  const windows = useWindows(listBody(entity, search, own), query);
  const details = useDetails(search.details, windows);
  const fields = query === undefined ? own : viewFields(entity, windows.rowAt(0) ?? {});
  const canRestore = useCanRestore(entity);
  return (
    <Screen
      title={search.deleted === true ? t('recycleBinOf', { entity: pluralOf(entity) }) : pluralOf(entity)}
      isFull
      actions={<ListActions {...listing} />}
    >
      <Line>
        <SearchInput {...listing} />
        <ViewPicker {...listing} />
        <ColumnsButton {...listing} />
        {canRestore && <BinButton {...listing} />}
        <DetailsButton details={details} />
        <FilterBuilder {...listing} />
        <Total windows={windows} />
      </Line>
      {canRestore && <UndoDelete {...listing} />}
      {windows.refusal !== undefined && <Refused refusal={windows.refusal} retry={windows.retry} />}
      {windows.total === 0 ? (
        <Empty text={t(search.q !== undefined || search.filter !== undefined ? 'noneMatch' : 'noneYet')} />
      ) : (
        <BesideDetails listing={listing} details={details}>
          <RecordGrid
            listing={listing}
            fields={fields}
            windows={windows}
            selected={selected}
            onSelect={setSelected}
            details={details}
          />
        </BesideDetails>
      )}
      <BulkBar
        entity={entity}
        selected={selected}
        onDone={() => setSelected(new Map())}
        isBin={search.deleted === true}
      />
    </Screen>
  );
}

/** True where the caller may restore records of an entity, and so may see its recycle bin. */
function useCanRestore({ AllowSoftDelete, MembersRestore }: Entity): boolean {
  const { me } = useStudio();
  return AllowSoftDelete === true && (me.IsAdministrator || MembersRestore === true);
}

function ColumnsButton(listing: Listing) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Button onPress={() => setChoosing(true)}>{t('columns')}</Button>
      <ColumnsDialog {...listing} isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </>
  );
}

/** Leads to the deleted records, and back. */
function BinButton({ search, set }: Listing) {
  const isBin = search.deleted === true;
  return (
    <Button onPress={() => set({ deleted: isBin ? undefined : true })}>{t(isBin ? 'backToList' : 'recycleBin')}</Button>
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
