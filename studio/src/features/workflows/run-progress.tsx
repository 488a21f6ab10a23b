import { useMutation, useQuery } from '@tanstack/react-query';
import type { Row } from '../../data/entity';
import { type Fault, Refusal } from '../../data/refusal';
import { saveFile } from '../../data/save-file';
import { rowsKey, useLive, useStudio } from '../../queries/studio';
import { useWrite } from '../../queries/use-write';
import { ASK_MS } from '../../queries/workflows';
import { ExplainLink, WhyRefused } from '../../fields/explain-link';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Line, Section } from '../../ui/page';
import { Banner, Loading, Refused } from '../../ui/states';
import { RunSteps } from './run-steps';
import styles from './workflows.module.css';

const RUN = { EntityName: 'WorkflowRun' } as const;

/** Outcome of a run (`GET /operations/{id}`). */
interface RunOutcome {
  readonly Status: 'Processing' | 'Completed' | 'Failed';
  readonly HttpStatus: number | null;
  readonly Result: {
    readonly State?: string;
    readonly Output?: unknown;
    readonly Steps?: readonly { readonly Type: string; readonly State: string }[];
  } | null;
  readonly ErrorDetails: readonly Fault[];
}

/** A run: its steps while it goes on, then its result, its file, or where it has failed. */
export function RunProgress({ runId }: { readonly runId: string }) {
  const outcome = useOutcome(runId);
  if (outcome.isPending) return <Loading lines={3} />;
  if (outcome.error instanceof Refusal)
    return (
      <Refused refusal={outcome.error} retry={() => void outcome.refetch()}>
        {/* A run that the caller may not read is answered as if it did not exist. */}
        {[403, 404].includes(outcome.error.status) && <ExplainLink entity={RUN} operation="Read" />}
      </Refused>
    );
  if (outcome.data === undefined) return undefined;
  const isRunning = outcome.data.Status === 'Processing';
  return (
    <Section title={t('run.title')} actions={isRunning && <CancelRun runId={runId} />}>
      <RunState outcome={outcome.data} />
      <RunSteps runId={runId} isRunning={isRunning} />
      <RunResult runId={runId} outcome={outcome.data} />
    </Section>
  );
}

/** Asks for the outcome every two seconds, and when the hub tells of the run, until it has ended. */
function useOutcome(runId: string) {
  const { service } = useStudio();
  useLive('WorkflowRun');
  return useQuery({
    queryKey: rowsKey('WorkflowRun', 'outcome', runId),
    queryFn: async ({ signal }) =>
      (await service.call<RunOutcome>(`/operations/${encodeURIComponent(runId)}`, { signal })).Result,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.Status === 'Processing' ? ASK_MS : false),
  });
}

function RunState({ outcome }: { readonly outcome: RunOutcome }) {
  const { Status, HttpStatus, ErrorDetails, Result } = outcome;
  if (Status === 'Processing') return <Banner look="info">{t('run.running')}</Banner>;
  if (Status === 'Failed') {
    const step = ErrorDetails.map(({ Params }) => Params?.Step).find((name) => typeof name === 'string');
    return (
      <Refused refusal={new Refusal(HttpStatus ?? 500, ErrorDetails)}>
        {step !== undefined && <p>{t('run.failedAt', { step })}</p>}
      </Refused>
    );
  }
  return Result?.State === 'Cancelled' ? (
    <Banner look="warning">{t('run.cancelled')}</Banner>
  ) : (
    <Banner look="success">{t('run.completed')}</Banner>
  );
}

function CancelRun({ runId }: { readonly runId: string }) {
  const cancel = useWrite({
    write: ({ send }) => send<Row>(`/workflows/runs/${runId}/cancel`, { method: 'POST' }),
  });
  return (
    <>
      {cancel.refusal !== undefined && (
        <Refused refusal={cancel.refusal}>
          <WhyRefused refusal={cancel.refusal} entity={RUN} operation="Update" />
        </Refused>
      )}
      <Button isDisabled={cancel.isSuccess} isPending={cancel.isPending} onPress={() => cancel.send()}>
        {t('run.cancel')}
      </Button>
    </>
  );
}

function RunResult({ runId, outcome }: { readonly runId: string; readonly outcome: RunOutcome }) {
  const { Steps = [], Output = null } = outcome.Result ?? {};
  const hasFile = Steps.some(({ Type, State }) => Type === 'Zip' && State === 'Completed');
  return (
    <>
      {hasFile && <SaveFile runId={runId} />}
      {Output !== null && (
        <details>
          <summary>{t('run.output')}</summary>
          <pre className={styles.output}>{JSON.stringify(Output, undefined, 2)}</pre>
        </details>
      )}
    </>
  );
}

function SaveFile({ runId }: { readonly runId: string }) {
  const { service } = useStudio();
  const save = useMutation({
    mutationFn: async () => {
      const file = await service.callForFile(`/workflows/runs/${runId}/file`);
      if (file instanceof File) saveFile(file);
    },
  });
  return (
    <>
      {save.error instanceof Refusal && (
        <Refused refusal={save.error}>
          <WhyRefused refusal={save.error} entity={RUN} operation="Read" />
        </Refused>
      )}
      <Line>
        <Button look="primary" isPending={save.isPending} onPress={() => save.mutate()}>
          {t('run.saveFile')}
        </Button>
      </Line>
    </>
  );
}
