import { Link } from '@tanstack/react-router';
import type { EntitySummary } from '../data/entity';
import type { Refusal } from '../data/refusal';
import { useStudio } from '../queries/studio';
import { t } from '../text/text';

/** Subject of an explanation. */
interface Question {
  /** Undefined where it is chosen there. */
  readonly entity?: Pick<EntitySummary, 'EntityName'>;
  readonly operation: 'Create' | 'Read' | 'Update' | 'Delete' | 'Move' | 'Execute';
  /** Record-information id. */
  readonly recordId?: unknown;
}

/** Way to the explanation of what the caller may do. */
export function ExplainLink({ entity, operation, recordId }: Question) {
  const search = { entity: entity?.EntityName, operation, record: recordId as string | undefined };
  return (
    <Link to="/$tenant/$app/$environment/access/explain" params={useStudio().service.environment!} search={search}>
      {t('whyNot')}
    </Link>
  );
}

/** Way to the explanation where a right was missing; nothing for other refusals. */
export function WhyRefused({ refusal, ...question }: Question & { readonly refusal: Refusal }) {
  return refusal.status === 403 ? <ExplainLink {...question} /> : undefined;
}
