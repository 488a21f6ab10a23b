import type { ReactNode } from 'react';
import { approversText, currentStep, ruleText } from '../../data/approvals';
import { lookedUp, type Row, words } from '../../data/entity';
import { textOf } from '../../data/exact';
import { type InboxTask, isOverdue } from '../../queries/inbox';
import { useMayRead, useRows } from '../../queries/studio';
import { formatTime } from '../../text/dates';
import { t, type TextName } from '../../text/text';
import { Columns, Section } from '../../ui/page';
import { ReadValue } from '../../ui/read-value';
import { Timeline } from '../../ui/timeline';

/** Where a task comes from: process, step, its rule, who asked for it, and what others have decided. */
export function WhyHere(props: {
  readonly task: InboxTask;
  readonly title: string;
  /** Said first. */
  readonly children?: ReactNode;
}) {
  const { task, title, children } = props;
  const step = currentStep(useRequest(task));
  const { Comment: comment = null } = task;
  return (
    <Section title={title}>
      {children}
      <Columns>
        <ReadValue label={t('approval')}>{words(task.ProcessName)}</ReadValue>
        <ReadValue label={t('task.step')}>
          {t('task.stepOf', { number: task.Step, name: words(task.StepName) })}
        </ReadValue>
        {step !== undefined && (
          <ReadValue label={t('task.rule')}>
            {approversText(step)}. {ruleText(step)}
          </ReadValue>
        )}
        <ReadValue label={t('task.asked')}>
          {task.RequestedByName ?? t('theService')}, {formatTime(task.RequestedOn)}
        </ReadValue>
        {comment !== null && comment !== '' && <ReadValue label={t('task.comment')}>{comment}</ReadValue>}
        {task.DueOn !== null && <ReadValue label={t('task.dueOn')}>{dueText(task, task.DueOn)}</ReadValue>}
      </Columns>
      {(task.DelegatedBy ?? null) !== null && <p>{t('task.delegated')}</p>}
      {task.IsEscalated === true && <p>{t('task.escalated')}</p>}
      <Decisions task={task} />
    </Section>
  );
}

const dueText = (task: InboxTask, dueOn: string): string =>
  isOverdue(task) ? t('task.overdue', { time: formatTime(dueOn) }) : formatTime(dueOn);

/** The request; assignees may read it while their task is open. */
function useRequest({ RequestId }: InboxTask): Row | undefined {
  const body = {
    EntityName: 'ApprovalRequest',
    SelectedFields: ['Steps', 'CurrentStep'],
    WhereClause: { Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: RequestId }] },
  };
  return useRows(body, useMayRead('ApprovalRequest')).data?.Result[0];
}

const DECIDED: Readonly<Record<string, TextName>> = {
  Approve: 'decided.Approve',
  Delegate: 'decided.Delegate',
};

/** Earlier decisions about the request, as far as the caller may read them. */
function Decisions({ task }: { readonly task: InboxTask }) {
  const body = {
    EntityName: 'ApprovalDecision',
    WhereClause: { Filters: [{ FieldName: 'ApprovalRequestId', Operator: 'EqualTo', Value: task.RequestId }] },
    LoadLookUpValues: true,
    Sort: [{ FieldName: 'CreatedOn', Direction: 2 as const }],
  };
  const rows = useRows(body, useMayRead('ApprovalDecision')).data?.Result ?? [];
  if (rows.length === 0) return undefined;
  return (
    <Timeline
      label={t('task.decisions')}
      entries={rows.map((row) => ({
        id: String(row.Id),
        at: textOf(row.CreatedOn),
        title: t(DECIDED[textOf(row.Decision)] ?? 'happened.Update', { name: lookedUp(row.OwnerId)?.text ?? '' }),
        content: textOf(row.Comment) === '' ? undefined : <p>{t('commentOf', { comment: textOf(row.Comment) })}</p>,
      }))}
    />
  );
}
