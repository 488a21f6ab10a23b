import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { type Entity, lookedUp, type Row } from '../../data/entity';
import type { InboxList, InboxTask } from '../../queries/inbox';
import { Refusal } from '../../data/refusal';
import { recordBody, useEntity, useRows, useStudio } from '../../queries/studio';
import { ExplainLink, WhyRefused } from '../../fields/explain-link';
import { ReadChildren, ReadForm } from '../../fields/read-form';
import { Reassign, useTask } from '../../fields/reassign';
import { t } from '../../text/text';
import { Banner, Loading, Refused } from '../../ui/states';
import { Decide } from './decide';
import styles from './inbox.module.css';
import { WhyHere } from './why-here';

/** A task: why it came, the record that it is about, and the decision. */
export function TaskPane(props: {
  readonly task: InboxTask;
  readonly list: InboxList;
  /** False where the page has the record as its title. */
  readonly isTitled: boolean;
  /** Called with what was done when the task has left the list. */
  readonly onDone: (text: string) => void;
}) {
  const { task, list, isTitled, onDone } = props;
  const { service } = useStudio();
  const entity = useEntity(task.EntityName);
  return (
    <section className={styles.pane} aria-label={task.Text ?? t('task')}>
      {isTitled && <PaneTitle>{task.Text}</PaneTitle>}
      <Link
        to="/$tenant/$app/$environment/records/$entity/$id"
        params={{ ...service.environment!, entity: task.EntityName, id: task.RecordId }}
      >
        {t('task.open')}
      </Link>
      {list === 'mine' ? <WhyHere task={task} title={t('task.why')} /> : <WhyNobody task={task} />}
      <TaskRecord entity={entity} task={task} />
      {list === 'mine' ? (
        <Decide task={task} entity={entity} onDecided={onDone} />
      ) : (
        <div className={styles.decide} role="group" aria-label={t('reassign')}>
          <Reassign
            taskId={task.TaskId}
            onDone={(name) => onDone(t('reassign.done', { text: task.Text ?? '', name }))}
          />
        </div>
      )}
    </section>
  );
}

/** Says why a task needs another approver: its approver is inactive, or none was found. */
function WhyNobody({ task }: { readonly task: InboxTask }) {
  const row = useTask(task.TaskId);
  const name = lookedUp(row?.AssigneeId)?.text;
  return (
    <WhyHere task={task} title={t('task.whyNobody')}>
      {row !== undefined && <p>{name === undefined ? t('task.noApprover') : t('task.inactiveApprover', { name })}</p>}
    </WhyHere>
  );
}

/** Title of the pane, which gets the focus when the next task opens after a decision. */
function PaneTitle({ children }: { readonly children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={title} tabIndex={-1}>
      {children}
    </h2>
  );
}

function TaskRecord({ entity, task }: { readonly entity: Entity; readonly task: InboxTask }) {
  const { data, error, isPending, refetch } = useRows(recordBody(entity.EntityName, task.RecordId));
  const why = { entity, operation: 'Read', recordId: task.RecordInformationId } as const;
  if (isPending) return <Loading />;
  if (error instanceof Refusal)
    return (
      <Refused refusal={error} retry={() => void refetch()}>
        <WhyRefused refusal={error} {...why} />
      </Refused>
    );
  const row: Row | undefined = data?.Result[0];
  if (row === undefined)
    return (
      <Banner look="warning" title={t('refusal.notFound')}>
        <ExplainLink {...why} />
      </Banner>
    );
  return (
    <>
      <ReadForm entity={entity} row={row} />
      <Suspense fallback={<Loading lines={3} />}>
        <ReadChildren entity={entity} row={row} />
      </Suspense>
    </>
  );
}

/** Said in place of a task that is not open, or not open any more. */
export function ClosedTask() {
  return (
    <div className={styles.pane}>
      <Banner look="info" title={t('task.closed')} isAlert>
        {t('task.closedText')}
      </Banner>
    </div>
  );
}
