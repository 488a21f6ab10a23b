import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Draft, EMPTY_DRAFT, insertFields } from '../../data/draft';
import { type Entity, labelOf, type Row } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { placeOfEnvironment, recordBody, useEntity, useReadAgain, useRows, useStudio } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { copied, defaultsOf } from '../../fields/defaults';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Loading, Refused } from '../../ui/states';
import { RecordEditor, type Saving } from './record-editor';
import { type Editing, useDraft } from './use-draft';

const route = getRouteApi('/$tenant/$app/$environment/records/$entity/new');

/** A new record with its children, stored in one write. */
export function Page() {
  const { entity } = route.useParams();
  const { from } = route.useSearch();
  return from === undefined ? <Blank key={entity} name={entity} /> : <Copy key={from} name={entity} id={from} />;
}

function Blank({ name }: { readonly name: string }) {
  const entity = useEntity(name);
  return <NewRecord entity={entity} initial={EMPTY_DRAFT} />;
}

/** Begins with the values of another record. */
function Copy({ name, id }: { readonly name: string; readonly id: string }) {
  const entity = useEntity(name);
  const { data, error, refetch } = useRows(recordBody(name, id));
  if (error instanceof Refusal) return <Refused refusal={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return <NewRecord entity={entity} initial={{ changes: copied(entity, data.Result[0] ?? {}), children: {} }} />;
}

function NewRecord({ entity, initial }: { readonly entity: Entity; readonly initial: Draft }) {
  const studio = useStudio();
  const editing = useDraft(`${placeOfEnvironment(studio)}/${entity.EntityName}/new`, undefined, initial);
  const saving = useInsert(entity, editing);
  return (
    <Screen title={t('newOf', { entity: labelOf(entity) })}>
      <RecordEditor
        entity={entity}
        stored={undefined}
        row={{ ...defaultsOf(entity, studio.me), ...editing.draft.changes }}
        editing={editing}
        saving={saving}
        isLocked={entity.Create === 'None'}
      />
    </Screen>
  );
}

/** Stores a new record. */
function useInsert(entity: Entity, editing: Editing): Saving {
  const { service } = useStudio();
  const readAgain = useReadAgain();
  const navigate = route.useNavigate();
  const body = { EntityName: entity.EntityName, Fields: insertFields(editing.draft) };
  const insert = useWrite({
    write: ({ send }) => send<{ readonly Id: string }>('/records/insert', { method: 'POST', body }),
    onDone: async ({ Result }) => {
      editing.reset();
      await readAgain([entity.EntityName]);
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
  return {
    state: insert.progress,
    refusal: error instanceof Refusal ? error : undefined,
    previewed: preview.data,
    save: () => insert.send(),
    preview: () => preview.mutate(),
    endPreview: () => preview.reset(),
  };
}
