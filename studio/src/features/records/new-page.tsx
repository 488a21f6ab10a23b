import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { faultsByPlace, insertFields, placeKey, type Draft } from '../../data/draft';
import { type Entity, labelOf, type Row } from '../../data/entity';
import { newId } from '../../data/outcomes';
import { Refusal } from '../../data/refusal';
import { recordBody, rowsKey, useEntity, useRows, useStudio } from '../../data/studio';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Loading, Refused } from '../../ui/states';
import { ChildGrid } from './child-grid';
import { defaultsOf } from './defaults';
import { ExplainLink } from '../../fields/explain-link';
import { PreviewDialog } from './preview-dialog';
import { anchorOf, RecordForm } from './record-form';
import { SaveBar } from './save-bar';
import { useDraft } from './use-draft';

const route = getRouteApi('/$tenant/$app/$environment/records/$entity/new');
const NO_FAULTS = new Map();

/** A new record with its children, stored in one write. */
export function Page() {
  const { entity } = route.useParams();
  const { from } = route.useSearch();
  return from === undefined ? <Blank key={entity} name={entity} /> : <Copy key={from} name={entity} id={from} />;
}

function Blank({ name }: { readonly name: string }) {
  const entity = useEntity(name);
  return <NewRecord entity={entity} initial={{ changes: {}, children: {} }} />;
}

/** Begins with the values of another record. */
function Copy({ name, id }: { readonly name: string; readonly id: string }) {
  const entity = useEntity(name);
  const { data, error, refetch } = useRows(recordBody(name, id));
  if (error instanceof Refusal) return <Refused refusal={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return <NewRecord entity={entity} initial={{ changes: copied(entity, data.Result[0] ?? {}), children: {} }} />;
}

/** Values that a copy takes over: not those that must be unique, not the system's. */
const copied = (entity: Entity, row: Row): Row =>
  Object.fromEntries(
    entity.Fields.filter(({ CanCreate, IsSystem, Unique }) => CanCreate && IsSystem !== true && Unique !== true)
      .map(({ FieldName }) => [FieldName, row[FieldName]])
      .filter(([, value]) => value !== null && value !== undefined),
  );

function NewRecord({ entity, initial }: { readonly entity: Entity; readonly initial: Draft }) {
  const { service } = useStudio();
  const { tenant, app, environment } = service.environment!;
  const editing = useDraft(`${tenant}/${app}/${environment}/${entity.EntityName}/new`, undefined, initial);
  const saving = useInsert(entity, editing.draft);
  const { refusal } = saving;
  const faults = refusal === undefined ? NO_FAULTS : faultsByPlace(refusal.faults, editing.draft);
  const relations = entity.Relations.filter(
    ({ OnDelete, ChildEntity }) => OnDelete === 'Cascade' && ChildEntity !== undefined,
  );
  const linkTo = (place: string | undefined): string | undefined => place && `#${anchorOf(place.split('/')[0]!)}`;
  const insert = (): void => saving.insert.mutate(undefined, { onSuccess: editing.reset });
  return (
    <Screen title={t('newOf', { entity: labelOf(entity) })}>
      {refusal !== undefined && (
        <Refused refusal={refusal} linkOf={(fault) => linkTo(placeKey(fault, editing.draft))}>
          {refusal.status === 403 && <ExplainLink entity={entity} operation="Create" />}
        </Refused>
      )}
      <RecordForm
        entity={entity}
        row={{ ...defaultsOf(entity), ...editing.draft.changes }}
        isNew
        isLocked={entity.Create === 'None'}
        faults={faults}
        onChange={editing.setField}
      />
      {relations.map((relation) => (
        <ChildGrid
          key={relation.Name}
          relation={relation}
          parentId={undefined}
          editing={editing}
          isLocked={false}
          faults={faults}
        />
      ))}
      <SaveBar editing={editing} state={saving.state} onSave={insert} onPreview={() => saving.preview.mutate()} />
      {saving.preview.data !== undefined && (
        <PreviewDialog
          entity={entity}
          before={{}}
          after={saving.preview.data}
          onClose={() => saving.preview.reset()}
          onSave={() => {
            saving.preview.reset();
            insert();
          }}
        />
      )}
    </Screen>
  );
}

/** Stores a new record once, however often its answer is lost: one key for the draft until the draft changes. */
function useInsert(entity: Entity, draft: Draft) {
  const { service, writes } = useStudio();
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const [state, setState] = useState<string>();
  const body = { EntityName: entity.EntityName, Fields: insertFields(draft) };
  const [sent, setSent] = useState({ text: '', key: '' });
  const insert = useMutation({
    mutationFn: () => {
      const text = JSON.stringify(body);
      const key = sent.text === text ? sent.key : newId();
      setSent({ text, key });
      return writes.send<{ readonly Id: string }>('/records/insert', {
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
        accepted: () => setState(t('acceptedWrite')),
        waiting: (seconds) => setState(t('repeatingWrite', { count: Math.ceil(seconds) })),
      });
    },
    onMutate: () => setState(t('saving')),
    onSettled: () => setState(undefined),
    onSuccess: async ({ Result }) => {
      await queries.invalidateQueries({ queryKey: rowsKey(entity.EntityName) });
      await navigate({
        to: '/$tenant/$app/$environment/records/$entity/$id',
        params: (before) => ({ ...before, id: Result.Id }),
        search: {},
        replace: true,
      });
    },
  });
  const preview = useMutation({
    mutationFn: async () => {
      const dryRun = { ...body, Options: { DryRun: true } };
      return (await service.call<Row>('/records/insert', { method: 'POST', body: dryRun })).Result;
    },
  });
  const error = insert.error ?? preview.error;
  return { insert, preview, state, refusal: error instanceof Refusal ? error : undefined };
}
