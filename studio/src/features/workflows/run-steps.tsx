import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Row, words } from '../../data/entity';
import { textOf } from '../../data/exact';
import { useLive, useMayRead, useSelect } from '../../queries/studio';
import { ASK_MS } from '../../queries/workflows';
import { formatTime } from '../../text/dates';
import { t, type TextName } from '../../text/text';
import { Pill } from '../../ui/pill';
import { Table } from '../../ui/table';

/** Steps that are listed; a long loop has more. */
const STEPS = 200;

const STATES: Readonly<Record<string, { readonly text: TextName; readonly color: string }>> = {
  Running: { text: 'step.Running', color: '#1257c2' },
  Completed: { text: 'step.Completed', color: '#1c8b46' },
  Failed: { text: 'step.Failed', color: '#c8302a' },
  Skipped: { text: 'step.Skipped', color: '#8a94a0' },
  Cancelled: { text: 'step.Cancelled', color: '#b07a00' },
};

/** The steps of a run, as far as the caller may read them. */
export function RunSteps({ runId, isRunning }: { readonly runId: string; readonly isRunning: boolean }) {
  useLive('WorkflowStep');
  const select = useSelect();
  const body = {
    EntityName: 'WorkflowStep',
    SelectedFields: ['Id', 'Name', 'Type', 'Iteration', 'State', 'StartedOn', 'EndedOn', 'Error', 'Tries'],
    WhereClause: { Filters: [{ FieldName: 'RunId', Operator: 'EqualTo', Value: runId }] },
    Sort: [{ FieldName: 'StartedOn', Direction: 1 as const }],
    Pager: { PageSize: STEPS },
  };
  const { data, refetch } = useQuery({
    ...select(body),
    enabled: useMayRead('WorkflowStep'),
    refetchInterval: isRunning ? ASK_MS : false,
  });
  useEffect(() => {
    if (!isRunning) void refetch();
  }, [isRunning, refetch]);
  const rows = data?.Result;
  if (rows === undefined || rows.length === 0) return undefined;
  return <Table label={t('run.steps')} columns={columns()} rows={rows} keyOf={(row) => String(row.Id)} />;
}

const columns = () => [
  { id: 'name', title: t('task.step'), cell: nameOf },
  {
    id: 'state',
    title: t('step.state'),
    cell: ({ State }: Row) => {
      const { text, color } = STATES[textOf(State)] ?? {};
      return <Pill text={text === undefined ? textOf(State) : t(text)} color={color} />;
    },
  },
  { id: 'started', title: t('step.started'), cell: ({ StartedOn }: Row) => formatTime(textOf(StartedOn)) },
  { id: 'took', title: t('step.took'), cell: took },
  { id: 'error', title: t('step.error'), cell: errorOf },
];

const nameOf = ({ Name, Iteration }: Row): string =>
  Iteration === null ? words(textOf(Name)) : `${words(textOf(Name))} ${textOf(Iteration)}`;

function took({ StartedOn, EndedOn }: Row): string {
  if (EndedOn === null) return '';
  return t('step.ms', { count: Date.parse(textOf(EndedOn)) - Date.parse(textOf(StartedOn)) });
}

const errorOf = ({ Error: error }: Row): string =>
  typeof error === 'object' && error !== null && 'Message' in error ? textOf(error.Message) : '';
