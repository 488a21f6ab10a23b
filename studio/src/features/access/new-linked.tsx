import { useNavigate } from '@tanstack/react-router';
import { faultsByPlace, insertFields, setField } from '../../data/draft';
import type { Row } from '../../data/entity';
import { placeOfEnvironment, useEntity, useStudio } from '../../queries/studio';
import { useEdits } from '../../queries/use-edits';
import { useWrite } from '../../queries/use-write';
import { defaultsOf } from '../../fields/defaults';
import { WhyRefused } from '../../fields/explain-link';
import { useFaultText } from '../../fields/fault-text';
import { RecordForm } from '../../fields/record-form';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { Refused } from '../../ui/states';
import { EMPTY_LINKED_DRAFT, countLinkedChanges, type LinkedDraft } from './linked-draft';
import { linkToField, ownFieldsOf } from './linked-form';
import { useReadAccessAgain } from './use-steps';

const TEXTS = {
  User: { title: 'access.newUser', next: 'access.newUserNext' },
  Team: { title: 'access.newTeam', next: 'access.newTeamNext' },
} as const;
type Kind = keyof typeof TEXTS;

const EMPTY: LinkedDraft<never> = EMPTY_LINKED_DRAFT;

/** Makes a user or a team from the fields of its entity; roles, teams and members are given where it is shown then. */
export function NewLinked({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const entity = ownFieldsOf(useEntity(kind));
  const studio = useStudio();
  const place = `${placeOfEnvironment(studio)}/access/new/${kind}`;
  const { draft, edit, reset } = useEdits<LinkedDraft<never>, undefined>(place, undefined, {
    empty: EMPTY,
    count: countLinkedChanges,
  });
  const discard = (): void => {
    reset();
    onClose();
  };
  const insert = useInsert(kind, draft.changes, discard);
  const textOf = useFaultText(entity);
  const { refusal } = insert;
  const faults = faultsByPlace(refusal?.faults ?? [], { changes: draft.changes, children: {} });
  return (
    <Dialog title={t(TEXTS[kind].title)} isOpen isWide onClose={onClose}>
      {refusal !== undefined && (
        <Refused refusal={refusal} textOf={textOf} linkOf={linkToField}>
          <WhyRefused refusal={refusal} entity={entity} operation="Create" />
        </Refused>
      )}
      <RecordForm
        entity={entity}
        row={{ ...defaultsOf(entity, studio.me), ...draft.changes }}
        isNew
        isLocked={entity.Create === 'None'}
        faults={faults}
        onChange={(name, value) =>
          edit((before) => ({ ...before, changes: setField(before.changes, undefined, name, value) }))
        }
      />
      <p>{t(TEXTS[kind].next)}</p>
      <span role="status">{insert.progress}</span>
      <Actions>
        <Button onPress={discard}>{t('cancel')}</Button>
        <Button look="primary" isPending={insert.isPending} onPress={() => insert.send()}>
          {t('access.make')}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** Stores the record, and shows it. */
function useInsert(kind: Kind, changes: Row, onDone: () => void) {
  const readAgain = useReadAccessAgain();
  const show = useShow(kind);
  return useWrite({
    write: ({ send }) =>
      send<string>('/records/insert', {
        method: 'POST',
        body: { EntityName: kind, Fields: insertFields({ changes, children: {} }) },
        headers: { Prefer: 'return=id' },
      }),
    onDone: async ({ Result }) => {
      onDone();
      await readAgain();
      await show(Result);
    },
  });
}

/** Leads to where the links of a new record are given. */
function useShow(kind: Kind): (id: string) => Promise<void> {
  const params = useStudio().service.environment!;
  const navigate = useNavigate();
  return (id) =>
    kind === 'User'
      ? navigate({ to: '/$tenant/$app/$environment/access/users/$user', params: { ...params, user: id } })
      : navigate({ to: '/$tenant/$app/$environment/access/users', params, search: { tab: 'teams', team: id } });
}
