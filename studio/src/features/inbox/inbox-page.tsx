import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type InboxTask, useInbox } from '../../queries/inbox';
import { Refusal } from '../../data/refusal';
import type { Answer } from '../../data/service';
import { useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { useMedia } from '../../ui/media';
import { Page as Screen } from '../../ui/page';
import { Said } from '../../ui/said';
import { Empty, Loading, Refused } from '../../ui/states';
import styles from './inbox.module.css';
import { TaskList } from './task-list';
import { ClosedTask, TaskPane } from './task-pane';

const route = getRouteApi('/$tenant/$app/$environment/inbox');

/** Tasks that are read at once; those by the latest due come into the list as others are decided. */
const TASKS = 200;

/** Tasks of the caller: a list by due, and beside it what one decision is about. */
export function Page() {
  const { task } = route.useSearch();
  const isWide = useMedia('(width >= 900px)');
  const inbox = useInbox(TASKS);
  const [done, setDone] = useState('');
  const one = isWide ? undefined : task;
  return (
    <Screen key={one ?? 'all'} {...(one === undefined ? { title: t('inbox') } : titled(one, inbox.data))}>
      <Said text={done} />
      {inbox.isPending && <Loading />}
      {inbox.error instanceof Refusal && <Refused refusal={inbox.error} retry={() => void inbox.refetch()} />}
      {inbox.data !== undefined && <Panes answer={inbox.data} isWide={isWide} onDone={setDone} />}
    </Screen>
  );
}

/** Title of the screen of one task. */
const titled = (taskId: string, inbox: Answer<readonly InboxTask[]> | undefined) => ({
  title: inbox?.Result.find(({ TaskId }) => TaskId === taskId)?.Text ?? t('task'),
  above: <Back />,
});

/** The list and a task beside each other, or one of them where there is no room. */
function Panes(props: {
  readonly answer: Answer<readonly InboxTask[]>;
  readonly isWide: boolean;
  readonly onDone: (text: string) => void;
}) {
  const { answer, isWide, onDone } = props;
  const { task } = route.useSearch();
  const tasks = answer.Result;
  const shown = tasks.find(({ TaskId }) => TaskId === task);
  useFirst(isWide && task === undefined ? tasks[0] : undefined);
  return (
    <div className={styles.panes}>
      {(isWide || task === undefined) && <Listed tasks={tasks} total={answer.TotalRecords ?? 0} />}
      {task !== undefined && <Pane tasks={tasks} shown={shown} isWide={isWide} onDone={onDone} />}
    </div>
  );
}

/** Opens a task in the address, so that it stays open when others come. */
function useFirst(task: InboxTask | undefined): void {
  const navigate = route.useNavigate();
  useEffect(() => {
    if (task !== undefined) void navigate({ search: { task: task.TaskId }, replace: true });
  }, [navigate, task]);
}

function Listed({ tasks, total }: { readonly tasks: readonly InboxTask[]; readonly total: number }) {
  if (tasks.length === 0) return <Empty text={t('inbox.empty')} />;
  return (
    <div className={styles.listed}>
      <TaskList tasks={tasks} />
      {total > tasks.length && <p>{t('inbox.first', { count: tasks.length, all: total })}</p>}
    </div>
  );
}

function Pane(props: {
  readonly tasks: readonly InboxTask[];
  readonly shown: InboxTask | undefined;
  readonly isWide: boolean;
  readonly onDone: (text: string) => void;
}) {
  const { tasks, shown, isWide, onDone } = props;
  const navigate = route.useNavigate();
  if (shown === undefined) return <ClosedTask />;
  const decided = (text: string): void => {
    const next = tasks[tasks.indexOf(shown) + 1] ?? tasks.find((task) => task !== shown);
    onDone(
      next === undefined
        ? t('inbox.doneAll', { done: text })
        : t('inbox.doneNext', { done: text, next: next.Text ?? '' }),
    );
    void navigate({ search: { task: next?.TaskId } });
  };
  return <TaskPane key={shown.TaskId} task={shown} isTitled={isWide} onDecided={decided} />;
}

function Back() {
  return (
    <Link to="/$tenant/$app/$environment/inbox" params={useStudio().service.environment!} search={{}}>
      ← {t('inbox')}
    </Link>
  );
}
