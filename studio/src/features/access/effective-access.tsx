import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { labelOf, type Scopes } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { useStudio } from '../../queries/studio';
import { WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { scopeText } from '../../ui/scope-picker';
import { Loading, Refused } from '../../ui/states';
import styles from './access.module.css';
import { Matrix } from './matrix';
import type { MatrixOf } from './matrix-of';
import { NO_ACCESS } from './role-draft';

/** An element of `GET /access`. */
interface EntityAccess extends Scopes {
  readonly EntityName: string;
}

/** Access of a user to each entity, all of their roles taken together; each scope leads to its explanation. */
export function EffectiveAccess({ userId, name }: { readonly userId: string; readonly name: string }) {
  const { service, entities } = useStudio();
  const { data, error, refetch } = useQuery({
    queryKey: ['access', userId],
    queryFn: async ({ signal }) =>
      (await service.call<readonly EntityAccess[]>(`/access?userId=${userId}`, { signal })).Result,
    staleTime: 0,
  });
  if (error instanceof Refusal)
    return (
      <Refused refusal={error} retry={() => void refetch()}>
        <WhyRefused refusal={error} entity={{ EntityName: 'RoleAccess' }} operation="Read" />
      </Refused>
    );
  if (data === undefined) return <Loading />;
  const byName = new Map(data.map((each) => [each.EntityName, { ...NO_ACCESS, ...each }]));
  const of: MatrixOf = {
    label: t('access.effectiveOf', { name }),
    accessOf: (entityName) => byName.get(entityName) ?? NO_ACCESS,
    cell: (entity, operation) => (
      <Link
        to="/$tenant/$app/$environment/access/explain"
        params={service.environment!}
        search={{ entity: entity.EntityName, operation, user: userId }}
        aria-label={t('access.explainCell', {
          entity: labelOf(entity),
          operation: t(`access.operation.${operation}`),
          scope: scopeText((byName.get(entity.EntityName) ?? NO_ACCESS)[operation]),
        })}
      >
        {scopeText((byName.get(entity.EntityName) ?? NO_ACCESS)[operation])}
      </Link>
    ),
  };
  return (
    <div className={styles.stack}>
      <p>{t('access.effectiveHelp')}</p>
      <Matrix of={of} entities={entities} />
    </div>
  );
}
