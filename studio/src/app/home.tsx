import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { labelOf, pluralOf, readableEntities } from '../data/entity';
import { HOME_TASKS, useInbox } from '../queries/inbox';
import { HOME_NOTICES, useNotices } from '../queries/notices';
import { Refusal } from '../data/refusal';
import type { Answer } from '../data/service';
import { useMayRead, useStudio } from '../queries/studio';
import { TaskList } from '../features/inbox/task-list';
import { NoticeList } from '../features/notices/notice-list';
import { t } from '../text/text';
import { Page, Section } from '../ui/page';
import { Empty, Loading, Refused } from '../ui/states';
import styles from './app.module.css';

/** Where a day begins: what waits, what is new, and ways to the caller's records. */
export function Home() {
  const { me } = useStudio();
  const hasNotices = useMayRead('Notification');
  return (
    <Page title={t('welcome', { name: me.DisplayName })}>
      <div className={styles.tiles}>
        <Tasks />
        {hasNotices && <Notices />}
      </div>
      <Records />
    </Page>
  );
}

function Tasks() {
  const inbox = useInbox(HOME_TASKS);
  return (
    <Tile title={t('home.tasks')} path="inbox" empty={t('inbox.empty')} query={inbox}>
      {(tasks) => <TaskList tasks={tasks} />}
    </Tile>
  );
}

function Notices() {
  const unread = useNotices(true, HOME_NOTICES);
  return (
    <Tile title={t('home.notices')} path="notices" empty={t('notices.noneUnread')} query={unread}>
      {(notices) => <NoticeList label={t('home.notices')} notices={notices} />}
    </Tile>
  );
}

/** The first rows of a list, and the way to all of them. */
function Tile<Item>(props: {
  readonly title: string;
  readonly path: 'inbox' | 'notices';
  readonly empty: string;
  readonly query: UseQueryResult<Answer<readonly Item[]>>;
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const { title, path, empty, query, children } = props;
  const { data, error, isPending, refetch } = query;
  const params = useStudio().service.environment!;
  const count = data?.TotalRecords ?? 0;
  const all = (
    <Link to={`/$tenant/$app/$environment/${path}`} params={params} aria-label={t('home.allOf', { count, title })}>
      {t('home.all', { count })}
    </Link>
  );
  return (
    <Section title={title} actions={data !== undefined && all}>
      {isPending && <Loading lines={3} />}
      {error instanceof Refusal && <Refused refusal={error} retry={() => void refetch()} />}
      {data !== undefined && (data.Result.length === 0 ? <p>{empty}</p> : children(data.Result))}
    </Section>
  );
}

/** Ways to the entities that the caller may read. */
function Records() {
  const { entities, service } = useStudio();
  const params = service.environment!;
  const shown = readableEntities(entities);
  return (
    <Section title={t('records')}>
      {shown.length === 0 && <Empty text={t('noEntities')} />}
      <ul className={styles.cards}>
        {shown.map((entity) => (
          <li key={entity.EntityName} className={styles.card}>
            <Link to="/$tenant/$app/$environment/records/$entity" params={{ ...params, entity: entity.EntityName }}>
              {pluralOf(entity)}
            </Link>
            {entity.Create !== 'None' && (
              <Link
                to="/$tenant/$app/$environment/records/$entity/new"
                params={{ ...params, entity: entity.EntityName }}
                aria-label={t('newOf', { entity: labelOf(entity) })}
              >
                {t('new')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
