import { getRouteApi } from '@tanstack/react-router';
import { type EntitySummary, labelOf } from '../../data/entity';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { ChoiceBox } from '../../ui/choice';
import { Columns, Page as Screen, Section } from '../../ui/page';
import { ExplainAnswer } from './explain-answer';
import { EXPLAINED, type Explained } from './explanation';
import { Picker } from './picker';
import { RecordPicker } from './record-picker';
import { useUserText } from './use-user-text';

const route = getRouteApi('/$tenant/$app/$environment/access/explain');

const isExplained = (text: string | undefined): text is Explained => EXPLAINED.some((each) => each === text);

type Search = Readonly<Record<string, string | undefined>>;

/** Explains who may do what with which record, and why; the whole question stands in the address. */
export function Page() {
  const search = route.useSearch();
  const { me, entities } = useStudio();
  const userText = useUserText(search.user);
  const known = entities.find(({ EntityName }) => EntityName === search.entity);
  const entity = known ?? (search.entity === undefined ? undefined : unknownEntity(search.entity));
  const operation = isExplained(search.operation) ? search.operation : undefined;
  const recordId = isAboutRecord(operation) ? search.record : undefined;
  return (
    <Screen title={t('explain')}>
      <Question search={search} entity={entity} operation={operation} userText={userText} />
      {entity !== undefined && operation !== undefined && (
        <ExplainAnswer
          entity={entity}
          operation={operation}
          recordId={recordId}
          userId={search.user}
          who={search.user === undefined ? me.DisplayName : userText}
        />
      )}
    </Screen>
  );
}

const isAboutRecord = (operation: Explained | undefined): boolean => operation !== 'Create' && operation !== 'Execute';

/** The form of the question. */
function Question(props: {
  readonly search: Search;
  readonly entity: EntitySummary | undefined;
  readonly operation: Explained | undefined;
  readonly userText: string | undefined;
}) {
  const { search, entity, operation, userText } = props;
  const { me } = useStudio();
  const navigate = route.useNavigate();
  const set = (change: Search): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Section title={t('explain.question')}>
      <Columns>
        {me.IsAdministrator && (
          <Picker
            kind="User"
            label={t('explain.user')}
            value={search.user === undefined ? undefined : { id: search.user, text: userText ?? '' }}
            onChange={(user) => set({ user: user?.id })}
          />
        )}
        <WhatIsDone entity={entity} operation={operation} set={set} />
        {entity !== undefined && isAboutRecord(operation) && (
          <RecordPicker
            key={entity.EntityName}
            entity={entity}
            value={search.record}
            onChange={(record) => set({ record })}
          />
        )}
      </Columns>
    </Section>
  );
}

function WhatIsDone(props: {
  readonly entity: EntitySummary | undefined;
  readonly operation: Explained | undefined;
  readonly set: (change: Search) => void;
}) {
  const { entity, operation, set } = props;
  const { entities } = useStudio();
  const isKnown = entity === undefined || entities.some(({ EntityName }) => EntityName === entity.EntityName);
  const listed = isKnown ? entities : [...entities, entity];
  return (
    <>
      <ChoiceBox
        label={t('explain.entity')}
        isRequired
        choices={listed.map((each) => ({ value: each.EntityName, text: labelOf(each) }))}
        value={entity?.EntityName ?? null}
        onChange={(to) => set({ entity: to ?? undefined, record: undefined })}
      />
      <ChoiceBox
        label={t('explain.operation')}
        isRequired
        choices={EXPLAINED.map((each) => ({ value: each, text: t(`explain.operation.${each}`) }))}
        value={operation ?? null}
        onChange={(to) => set({ operation: to ?? undefined })}
      />
    </>
  );
}

/** An entity that the caller may not know: the service says so. */
const unknownEntity = (EntityName: string) =>
  ({ EntityName, DisplayField: null, Create: 'None', Read: 'None', Update: 'None', Delete: 'None' }) as const;
