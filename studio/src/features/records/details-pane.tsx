import { Link } from '@tanstack/react-router';
import { displayText, type Entity } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { ReadForm } from '../../fields/read-form';
import { StatusPill } from '../../fields/value';
import { recordBody, useRows, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { Banner, Loading, Refused } from '../../ui/states';
import styles from './details.module.css';

/** A record to be read beside its list, and the way to its page. */
export function DetailsPane(props: { readonly entity: Entity; readonly id: string; readonly isDeleted: boolean }) {
  const { entity, id, isDeleted } = props;
  const params = { ...useStudio().service.environment!, entity: entity.EntityName, id };
  const { data, error, isPending, refetch } = useRows(recordBody(entity.EntityName, id, isDeleted));
  const [row] = data?.Result ?? [];
  if (isPending) return <Loading />;
  if (error instanceof Refusal) return <Refused refusal={error} retry={() => void refetch()} />;
  if (row === undefined) return <Banner look="warning" title={t('refusal.notFound')} />;
  return (
    <>
      <div className={styles.head}>
        <h2>{displayText(entity, row)}</h2>
        <StatusPill entity={entity} value={row.StatusId} />
        <Link
          to="/$tenant/$app/$environment/records/$entity/$id"
          params={params}
          search={isDeleted ? { deleted: true } : {}}
        >
          {t('task.open')}
        </Link>
      </div>
      <ReadForm entity={entity} row={row} />
    </>
  );
}
