import { useQuery } from '@tanstack/react-query';
import type { EntitySummary } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Section } from '../../ui/page';
import { Banner, Loading, Refused } from '../../ui/states';
import styles from './access.module.css';
import { reasonText, sentenceOf } from './explain-text';
import { byKind, type Explained, type Explanation } from './explanation';
import { useRecordText } from './use-record-text';
import { WhatHelps } from './what-helps';

interface Props {
  readonly entity: EntitySummary;
  readonly operation: Explained;
  readonly recordId: string | undefined;
  /** The caller where it is absent. */
  readonly userId: string | undefined;
  readonly who: string | undefined;
}

/** The answer to a question about access: one sentence, the chain of reasons, and what would change it. */
export function ExplainAnswer(props: Props) {
  const { entity, operation, recordId, userId, who } = props;
  const record = useRecordText(entity, recordId);
  const { data, error, refetch } = useExplanation(props);
  if (error instanceof Refusal)
    return (
      <Refused refusal={error} retry={error.isTemporary ? () => void refetch() : undefined}>
        {error.status === 404 && <p>{t('explain.notFoundHelp')}</p>}
      </Refused>
    );
  if (data === undefined || who === undefined) return <Loading />;
  return (
    <>
      <Banner look={data.Allowed ? 'success' : 'danger'} title={t(data.Allowed ? 'explain.yes' : 'explain.no')}>
        <p>{sentenceOf({ who, entity, operation, record }, data)}</p>
      </Banner>
      <Reasons entity={entity} explanation={data} operation={operation} />
      <WhatHelps explanation={data} userId={userId} who={who} />
    </>
  );
}

function useExplanation({ entity, operation, recordId, userId }: Props) {
  const { service } = useStudio();
  const query = new URLSearchParams({
    entityName: entity.EntityName,
    operation,
    ...(recordId === undefined ? {} : { recordId }),
    ...(userId === undefined ? {} : { userId }),
  }).toString();
  return useQuery({
    queryKey: ['rows', entity.EntityName, 'explain', query],
    queryFn: async ({ signal }) => (await service.call<Explanation>(`/access/explain?${query}`, { signal })).Result,
    staleTime: 0,
  });
}

function Reasons(props: {
  readonly entity: EntitySummary;
  readonly explanation: Explanation;
  readonly operation: Explained;
}) {
  const { entity, explanation, operation } = props;
  const isWrite = operation === 'Create' || operation === 'Update';
  return (
    <Section title={t('explain.reasons')}>
      <dl className={styles.reasons}>
        {byKind(explanation.Reasons).map(([kind, reasons]) => (
          <div key={kind}>
            <dt>{t(`explain.kind.${kind}`)}</dt>
            {reasons.map((reason) => (
              <dd key={`${reason.Name} ${reason.Text}`}>
                <strong>{reason.Name}</strong> {reasonText({ entity }, reason)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {isWrite && explanation.Allowed && <p>{t('explain.valuesNotJudged')}</p>}
    </Section>
  );
}
