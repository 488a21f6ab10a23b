import { getRouteApi, Link } from '@tanstack/react-router';
import { words } from '../../data/entity';
import { Refusal } from '../../data/refusal';
import { useStudio } from '../../queries/studio';
import { type ListedWorkflow, useWorkflows } from '../../queries/workflows';
import { ExplainLink } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Page as Screen } from '../../ui/page';
import { Banner, Loading, Refused } from '../../ui/states';
import { RunForm } from './run-form';
import { RunProgress } from './run-progress';

const route = getRouteApi('/$tenant/$app/$environment/run/$workflow');

/** Runs a workflow: a form of its tokens, then the steps of the run and what it gave. */
export function Page() {
  const { workflow: name } = route.useParams();
  const { data, error, isPending, refetch } = useWorkflows();
  const workflow = data?.find(({ Id, Name }) => Name === name || Id === name);
  return (
    <Screen title={titleOf(workflow, name)} above={<Back />}>
      {isPending && <Loading />}
      {error instanceof Refusal && <Refused refusal={error} retry={() => void refetch()} />}
      {workflow !== undefined && <Run key={workflow.Id} workflow={workflow} />}
      {data !== undefined && workflow === undefined && <Unknown />}
    </Screen>
  );
}

const titleOf = (workflow: ListedWorkflow | undefined, name: string): string =>
  workflow?.Label ?? words(workflow?.Name ?? name);

function Run({ workflow }: { readonly workflow: ListedWorkflow }) {
  const { run } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      {workflow.Description !== null && <p>{workflow.Description}</p>}
      <RunForm workflow={workflow} onStart={(id) => void navigate({ search: { run: id }, replace: true })} />
      {run !== undefined && <RunProgress key={run} runId={run} />}
    </>
  );
}

function Unknown() {
  return (
    <Banner look="warning">
      <p>{t('run.unknown')}</p>
      <ExplainLink operation="Execute" />
    </Banner>
  );
}

function Back() {
  return (
    <Link to="/$tenant/$app/$environment/run" params={useStudio().service.environment!}>
      ← {t('workflows')}
    </Link>
  );
}
