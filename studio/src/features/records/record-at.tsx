import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Entity, fieldLabel, type Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { Refusal } from '../../data/refusal';
import { rowsKey, useStudio } from '../../queries/studio';
import { useLookupTexts, withText } from '../../fields/lookup-texts';
import { ReadForm } from '../../fields/read-form';
import { valueText } from '../../fields/value-text';
import { formatTime } from '../../text/dates';
import { t } from '../../text/text';
import { Diff } from '../../ui/diff';
import { Section } from '../../ui/page';
import { Banner, Loading, Refused } from '../../ui/states';
import { differencesOf } from './differences';

/** A record as it was in a version, read only, with what is different now. */
export function RecordAt({ entity, row, at }: { readonly entity: Entity; readonly row: Row; readonly at: number }) {
  const { service } = useStudio();
  const path = `/records/${encodeURIComponent(entity.EntityName)}/${String(row.Id)}/history?at=${at}`;
  const version = useQuery({
    queryKey: rowsKey(entity.EntityName, 'at', path),
    queryFn: async ({ signal }) => (await service.call<Row>(path, { signal })).Result,
  });
  const image = version.data ?? {};
  const texts = useLookupTexts(
    entity,
    entity.Fields.map((field) => ({ field, value: image[field.FieldName] })),
  );
  const then = Object.fromEntries(
    entity.Fields.filter(({ FieldName }) => FieldName in image).map((field) => [
      field.FieldName,
      withText(field, image[field.FieldName], texts),
    ]),
  );
  return (
    <>
      <Banner look="info" title={t('at.title', { version: at })}>
        {then.UpdatedOn !== undefined && <p>{t('at.time', { time: formatTime(textOf(then.UpdatedOn)) })}</p>}
        <Link from="/$tenant/$app/$environment/records/$entity/$id" to="." search={(s) => ({ ...s, at: undefined })}>
          {t('at.now')}
        </Link>
      </Banner>
      {version.isPending && <Loading />}
      {version.error instanceof Refusal && <Refused refusal={version.error} retry={() => void version.refetch()} />}
      {version.data !== undefined && <Version entity={entity} then={then} now={row} />}
    </>
  );
}

function Version({ entity, then, now }: { readonly entity: Entity; readonly then: Row; readonly now: Row }) {
  const differences = differencesOf(entity, then, now)
    .filter(({ field }) => field.FieldName in then)
    .map(({ field, from, to }) => ({
      name: fieldLabel(field),
      from: valueText(field, from),
      to: valueText(field, to),
    }))
    .filter(({ from, to }) => from !== to);
  return (
    <>
      <Section title={t('at.differences')}>
        {differences.length === 0 ? (
          <p>{t('at.same')}</p>
        ) : (
          <Diff label={t('at.differences')} differences={differences} />
        )}
      </Section>
      <ReadForm entity={entity} row={then} />
    </>
  );
}
