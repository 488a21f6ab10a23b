import { Link } from '@tanstack/react-router';
import { labelOf, words } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { useStudio } from '../../queries/studio';
import { useWorkflows } from '../../queries/workflows';
import { ExplainLink } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Empty, Loading, Refused } from '../../ui/states';
import styles from './workflows.module.css';

/** Workflows that the caller may run. */
export function Page() {
  const { data, error, isPending, refetch } = useWorkflows();
  const { service, entities } = useStudio();
  const params = service.environment!;
  const entityText = (name: string): string => {
    const entity = entities.find(({ EntityName }) => EntityName === name);
    return entity === undefined ? words(name) : labelOf(entity);
  };
  return (
    <Screen title={t('workflows')}>
      {isPending && <Loading />}
      {error instanceof Refusal && <Refused refusal={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <Empty text={t('workflows.none')}>
          <ExplainLink operation="Execute" />
        </Empty>
      )}
      <ul className={styles.list}>
        {data?.map(({ Id, Name, Label, Description, EntityName }) => (
          <li key={Id} className={styles.workflow}>
            <Link to="/$tenant/$app/$environment/run/$workflow" params={{ ...params, workflow: Name }}>
              {Label ?? words(Name)}
            </Link>
            {EntityName !== null && <small>{entityText(EntityName)}</small>}
            {Description !== null && <p>{Description}</p>}
          </li>
        ))}
      </ul>
    </Screen>
  );
}
