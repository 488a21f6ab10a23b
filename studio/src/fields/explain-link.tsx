import { Link } from '@tanstack/react-router';
import type { Entity } from '../data/entity';
import { useStudio } from '../queries/studio';
import { t } from '../text/text';

/** Way to the explanation of what the caller may do. */
export function ExplainLink(props: {
  readonly entity: Entity;
  readonly operation: 'Create' | 'Read' | 'Update' | 'Delete' | 'Move';
  /** Record-information id. */
  readonly recordId?: unknown;
}) {
  const { entity, operation, recordId } = props;
  const search = { entity: entity.EntityName, operation, record: recordId as string | undefined };
  return (
    <Link to="/$tenant/$app/$environment/access/explain" params={useStudio().service.environment!} search={search}>
      {t('whyNot')}
    </Link>
  );
}
