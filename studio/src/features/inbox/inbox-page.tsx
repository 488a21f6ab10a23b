import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { type InboxList, type InboxTask, useInbox } from '../../queries/inbox';
import { Refusal } from '../../data/refusal';
import type { Answer } from '../../data/service';
import { useLive, useStudio } from '../../queries/studio';
import { t } from '../../text/text';
import { useMedia } from '../../ui/media';
import { Page as Screen } from '../../ui/page';
import { Said } from '../../ui/said';
import { Empty, Loading, Refused } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import styles from './inbox.module.css';
import { TaskList } from './task-list';
import { ClosedTask, TaskPane } from './task-pane';

const route = getRouteApi('/$tenant/$app/$environment/inbox');

/** Tasks that are read at once; those by the latest due come into the list as others are decided. */
const TASKS = 200;

/** Tasks of the caller, and for Administrators those that nobody can decide. */
export function Page() {
  const { task, list } = route.useSearch();
  const { me } = useStudio();
  const isWide = useMedia('(width >= 900px)');
  const shown: InboxList = me.IsAdministrator && list === 'unassigned' ? list : 'mine';
  const inbox = useInbox(TASKS, shown);
  const [done, setDone] = useState('');
  const one = isWide ? undefined : task;
  const content = <Tasks inbox={inbox} list={shown} isWide={isWide} onDone={setDone} />;
  return (
    <Screen key={one ?? 'all'} {...(one === undefined ? { title: t('inbox') } : titled(one, shown, inbox.data))}>
      <Said text={done} />
      {me.IsAdministrator && one === undefined ? <Lists list={shown}>{content}</Lists> : content}
    </Screen>
  );
}

/** The lists of an Administrator, one of them shown. */
function Lists({ list, children }: { readonly list: InboxList; readonly children: ReactNode }) {
  const navigate = route.useNavigate();
  // A user who is deactivated leaves their tasks to nobody.
  useLive('User');
  const all = useInbox(1, 'unassigned').data?.TotalRecords ?? 0;
  const content = (): ReactNode => children;
  return (
    <Tabs
      label={t('inbox')}
      selected={list}
      onSelect={(to) => void navigate({ search: searchOf(to as InboxList), replace: true })}
      tabs={[
        { id: 'mine', text: t('inbox.mine'), content },
        { id: 'unassigned', text: t('inbox.unassigned', { count: all }), content },
      ]}
    />
  );
}

/** A list, and a task of it, in the address; the tasks of the caller are what an address without a list shows. */
const searchOf = (list: InboxList, task?: string) => ({ list: list === 'mine' ? undefined : list, task });

/** A list by due, and beside it what one decision is about. */
function Tasks(props: {
  readonly inbox: ReturnType<typeof useInbox>;
  readonly list: InboxList;
  readonly isWide: boolean;
  readonly onDone: (text: string) => void;
}) {
  const { inbox, ...rest } = props;
  return (
    <>
      {inbox.isPending && <Loading />}
      {inbox.error instanceof Refusal && <Refused refusal={inbox.error} retry={() => void inbox.refetch()} />}
      {inbox.data !== undefined && <Panes answer={inbox.data} {...rest} />}
    </>
  );
}

/** Title of the screen of one task. */
const titled = (taskId: string, list: InboxList, inbox: Answer<readonly InboxTask[]> | undefined) => ({
  title: inbox?.Result.find(({ TaskId }) => TaskId === taskId)?.Text ?? t('task'),
  above: <Back list={list} />,
});

/** The list and a task beside each other, or one of them where there is no room. */
function Panes(props: {
  readonly answer: Answer<readonly InboxTask[]>;
  readonly list: InboxList;
  readonly isWide: boolean;
  readonly onDone: (text: string) => void;
}) {
  const { answer, list, isWide, onDone } = props;
  const { task } = route.useSearch();
  const tasks = answer.Result;
  const shown = tasks.find(({ TaskId }) => TaskId === task);
  useFirst(list, isWide && task === undefined ? tasks[0] : undefined);
  return (
    <div className={styles.panes}>
      {(isWide || task === undefined) && <Listed list={list} tasks={tasks} total={answer.TotalRecords ?? 0} />}
      {task !== undefined && <Pane list={list} tasks={tasks} shown={shown} isWide={isWide} onDone={onDone} />}
    </div>
  );
}

/** Opens a task in the address, so that it stays open when others come. */
function useFirst(list: InboxList, task: InboxTask | undefined): void {
  const navigate = route.useNavigate();
  useEffect(() => {
    if (task !== undefined) void navigate({ search: searchOf(list, task.TaskId), replace: true });
  }, [navigate, list, task]);
}

function Listed(props: { readonly list: InboxList; readonly tasks: readonly InboxTask[]; readonly total: number }) {
  const { list, tasks, total } = props;
  if (tasks.length === 0) return <Empty text={t(list === 'mine' ? 'inbox.empty' : 'inbox.allAssigned')} />;
  return (
    <div className={styles.listed}>
      <TaskList tasks={tasks} list={searchOf(list).list} />
      {total > tasks.length && <p>{t('inbox.first', { count: tasks.length, all: total })}</p>}
    </div>
  );
}

function Pane(props: {
  readonly list: InboxList;
  readonly tasks: readonly InboxTask[];
  readonly shown: InboxTask | undefined;
  readonly isWide: boolean;
  readonly onDone: (text: string) => void;
}) {
  const { list, tasks, shown, isWide, onDone } = props;
  const navigate = route.useNavigate();
  if (shown === undefined) return <ClosedTask />;
  const decided = (text: string): void => {
    const next = tasks[tasks.indexOf(shown) + 1] ?? tasks.find((task) => task !== shown);
    onDone(
      next === undefined
        ? t('inbox.doneAll', { done: text })
        : t('inbox.doneNext', { done: text, next: next.Text ?? '' }),
    );
    void navigate({ search: searchOf(list, next?.TaskId) });
  };
  return (
    <Suspense key={shown.TaskId} fallback={<Loading />}>
      <TaskPane task={shown} list={list} isTitled={isWide} onDone={decided} />
    </Suspense>
  );
}

function Back({ list }: { readonly list: InboxList }) {
  return (
    <Link to="/$tenant/$app/$environment/inbox" params={useStudio().service.environment!} search={searchOf(list)}>
      ← {t('inbox')}
    </Link>
  );
}
