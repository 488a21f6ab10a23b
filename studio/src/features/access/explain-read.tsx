import { Link } from '@tanstack/react-router';
import type { Refusal } from '../../data/refusal';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';

/** Way to the explanation of why the caller may not read an entity, where that was refused. */
export function ExplainRead(props: { readonly refusal: Refusal; readonly entity: 'Role' | 'Team' | 'User' }) {
  const { refusal, entity } = props;
  const params = useStudio().service.environment!;
  if (refusal.status !== 403) return undefined;
  const search = { entity, operation: 'Read' };
  return (
    <Link to="/$tenant/$app/$environment/access/explain" params={params} search={search}>
      {t('whyNot')}
    </Link>
  );
}
