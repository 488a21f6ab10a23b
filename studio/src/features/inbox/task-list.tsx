import { Link } from '@tanstack/react-router';
import { labelOf, words } from '../../data/entity';
import { type InboxList, type InboxTask, isOverdue } from '../../queries/inbox';
import { useStudio } from '../../queries/studio';
import { formatTime } from '../../text/dates';
import { t } from '../../text/text';
import styles from './inbox.module.css';

/** Open tasks by due; each opens beside the list. */
export function TaskList(props: { readonly tasks: readonly InboxTask[]; readonly list?: InboxList }) {
  const { tasks, list } = props;
  const { service, entities } = useStudio();
  const entityText = (name: string): string => {
    const entity = entities.find(({ EntityName }) => EntityName === name);
    return entity === undefined ? words(name) : labelOf(entity);
  };
  return (
    <ul className={styles.list} aria-label={t('tasks')}>
      {tasks.map((task) => (
        <li key={task.TaskId}>
          <Link
            className={styles.task}
            to="/$tenant/$app/$environment/inbox"
            params={service.environment!}
            search={{ task: task.TaskId, list }}
          >
            <strong>{task.Text ?? t('none')}</strong>
            <span>
              {entityText(task.EntityName)} · {words(task.StepName)}
            </span>
            <small>{t('task.askedBy', { name: task.RequestedByName ?? t('theService') })}</small>
            <Due task={task} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** When a task is due; nothing where it never is. */
function Due({ task }: { readonly task: InboxTask }) {
  if (task.DueOn === null) return undefined;
  const time = formatTime(task.DueOn);
  return isOverdue(task) ? (
    <small className={styles.overdue}>{t('task.overdue', { time })}</small>
  ) : (
    <small>{t('task.due', { time })}</small>
  );
}
