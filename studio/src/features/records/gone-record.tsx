import { useNavigate } from '@tanstack/react-router';
import { type Draft, isEmpty } from '../../data/draft';
import type { Entity, Row } from '../../data/entity';
import { keepDraft, keptDraft } from '../../data/kept-drafts';
import { ExplainLink } from '../../fields/explain-link';
import { ReadForm } from '../../fields/read-form';
import { placeOfEnvironment, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Line } from '../../ui/page';
import { Banner } from '../../ui/states';
import { copied } from '../../fields/defaults';

/** Shows a record that was there when its edit began, with what was entered, which can become a new record. */
export function GoneRecord({ entity, last }: { readonly entity: Entity; readonly last: Row }) {
  const studio = useStudio();
  const navigate = useNavigate();
  const place = `${placeOfEnvironment(studio)}/${entity.EntityName}`;
  const draft = keptDraft<Draft, Row>(`${place}/${String(last.Id)}`)?.draft;
  const enterAsNew = (): void => {
    keepDraft(`${place}/new`, { draft: asNew(entity, last, draft) });
    const params = { ...studio.service.environment!, entity: entity.EntityName };
    void navigate({ to: '/$tenant/$app/$environment/records/$entity/new', params, search: {} });
  };
  return (
    <>
      <Banner look="warning" title={t('gone')} isAlert>
        <p>{t(draft === undefined || isEmpty(draft) ? 'gone.text' : 'gone.kept')}</p>
        <Line>
          {entity.Create !== 'None' && <Button onPress={enterAsNew}>{t('gone.asNew')}</Button>}
          <ExplainLink entity={entity} operation="Read" recordId={last.RecordInformationId} />
        </Line>
      </Banner>
      <ReadForm entity={entity} row={{ ...last, ...draft?.changes }} />
    </>
  );
}

/** Input over the values that the record had; of the children those that were new. */
function asNew(entity: Entity, last: Row, draft: Draft | undefined): Draft {
  const children = Object.entries(draft?.children ?? {}).map(([relation, rows]) => [
    relation,
    rows.filter(({ base }) => base === undefined),
  ]);
  return { changes: copied(entity, { ...last, ...draft?.changes }), children: Object.fromEntries(children) };
}
