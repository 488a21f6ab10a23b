import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { displayText, type Entity, labelOf, pluralOf, type Row } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { StatusPill } from '../../fields/value';
import { placeOfEnvironment, recordBody, useEntity, useRows, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Banner, Loading, Refused } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { Approval } from './approval';
import { EditRecord } from './edit-record';
import { ExplainLink } from '../../fields/explain-link';
import { GoneRecord } from './gone-record';
import { History } from './history';
import { Moves } from './moves';
import { RecordActions } from './record-actions';
import { RecordAt } from './record-at';
import { type Editing, useDraft } from './use-draft';

const route = getRouteApi('/$tenant/$app/$environment/records/$entity/$id');

/** One record: its data, its children, what can be done with it. */
export function Page() {
  const { entity, id } = route.useParams();
  return <LoadedRecord key={`${entity}/${id}`} name={entity} id={id} />;
}

function LoadedRecord({ name, id }: { readonly name: string; readonly id: string }) {
  const entity = useEntity(name);
  const { deleted = false } = route.useSearch();
  const { data, error, isPending, refetch } = useRows(recordBody(name, id, deleted));
  const title = t('recordOf', { entity: labelOf(entity) });
  const [row] = data?.Result ?? [];
  const [last, setLast] = useState(row);
  if (row !== undefined && row !== last) setLast(row);
  if (isPending)
    return (
      <Screen title={title}>
        <Loading />
      </Screen>
    );
  if (row !== undefined) return <RecordScreen entity={entity} row={row} />;
  if (last !== undefined && !(error instanceof Refusal))
    return (
      <Screen title={displayText(entity, last)} above={<Back entity={entity} />}>
        <GoneRecord entity={entity} last={last} />
      </Screen>
    );
  return (
    <Screen title={title} above={<Back entity={entity} />}>
      {error instanceof Refusal ? (
        <Refused refusal={error} retry={() => void refetch()}>
          <ExplainLink entity={entity} operation="Read" />
        </Refused>
      ) : (
        <Banner look="warning" title={t('refusal.notFound')}>
          <ExplainLink entity={entity} operation="Read" />
        </Banner>
      )}
    </Screen>
  );
}

function RecordScreen({ entity, row }: { readonly entity: Entity; readonly row: Row }) {
  const { at, deleted = false } = route.useSearch();
  const place = placeOfEnvironment(useStudio());
  const editing = useDraft(`${place}/${entity.EntityName}/${String(row.Id)}`, row);
  const isNow = at === undefined;
  return (
    <Screen
      title={displayText(entity, row)}
      above={<Back entity={entity} />}
      mark={<StatusPill entity={entity} value={row.StatusId} />}
      actions={isNow && <RecordActions entity={entity} row={row} isDeleted={deleted} />}
    >
      {isNow ? (
        <>
          {!deleted && <Ways entity={entity} row={row} editing={editing} />}
          <Parts entity={entity} row={row} editing={editing} />
        </>
      ) : (
        <RecordAt entity={entity} row={row} at={at} />
      )}
    </Screen>
  );
}

interface Shown {
  readonly entity: Entity;
  readonly row: Row;
  readonly editing: Editing;
}

/** Where the record can go: moves and approval. */
function Ways({ entity, row, editing }: Shown) {
  return (
    <>
      {entity.Lifecycle !== undefined && <Moves entity={entity} row={row} isChanged={editing.isChanged} />}
      {(entity.Approvals?.length ?? 0) > 0 && <Approval entity={entity} row={row} isChanged={editing.isChanged} />}
    </>
  );
}

function Parts({ entity, row, editing }: Shown) {
  const { tab = 'data', deleted = false } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Tabs
      label={t('parts')}
      selected={tab}
      onSelect={(to) => void navigate({ search: (before) => ({ ...before, tab: to }), replace: true })}
      tabs={[
        {
          id: 'data',
          text: t('data'),
          content: () => <EditRecord entity={entity} row={row} editing={editing} isDeleted={deleted} />,
        },
        { id: 'history', text: t('history'), content: () => <History entity={entity} row={row} /> },
      ]}
    />
  );
}

function Back({ entity }: { readonly entity: Entity }) {
  const params = { ...useStudio().service.environment!, entity: entity.EntityName };
  return (
    <Link to="/$tenant/$app/$environment/records/$entity" params={params}>
      ← {pluralOf(entity)}
    </Link>
  );
}
