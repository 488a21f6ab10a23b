import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { HOME_TASKS, useInbox } from '../queries/inbox';
import { HOME_NOTICES, useNotices } from '../queries/notices';
import { useMayRead, useStudio } from '../queries/studio';
import { t } from '../text/text';
import styles from './shell.module.css';

/** Largest number that is written out. */
const MOST = 99;
/** Time without a change after which the numbers are said. */
const QUIET_MS = 3000;

/** Open tasks of the caller; the home page asks the same. */
export const useTaskCount = (): number => useInbox(HOME_TASKS).data?.TotalRecords ?? 0;

const useNoticeCount = (): number => useNotices(true, HOME_NOTICES).data?.TotalRecords ?? 0;

/** A number beside a word; nothing where it is 0. */
export function Count({ count }: { readonly count: number }) {
  if (count === 0) return undefined;
  return <span className={styles.count}>{count > MOST ? t('moreThanCount', { count: MOST }) : count}</span>;
}

/** The way to the notices, with the number of unread ones. */
export function NoticesLink({ isNarrow }: { readonly isNarrow: boolean }) {
  const { service } = useStudio();
  if (!useMayRead('Notification')) return undefined;
  return <CountedLink isNarrow={isNarrow} params={service.environment!} />;
}

function CountedLink(props: {
  readonly isNarrow: boolean;
  readonly params: { readonly tenant: string; readonly app: string; readonly environment: string };
}) {
  const { isNarrow, params } = props;
  const count = useNoticeCount();
  const label = count === 0 ? t('notices') : t('notices.count', { count });
  return (
    <Link className={styles.link} to="/$tenant/$app/$environment/notices" params={params} aria-label={label}>
      {isNarrow ? <Bell /> : t('notices')} <Count count={count} />
    </Link>
  );
}

function Bell() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d="M3 12h10l-1.2-2V7a3.8 3.8 0 0 0-7.6 0v3zM6.6 14h2.8" />
    </svg>
  );
}

/** Says to screen readers what waits: when it has become more, and for a while nothing else has changed. */
export function WaitingSaid() {
  return useMayRead('Notification') ? <SaidCounts /> : undefined;
}

function SaidCounts() {
  const notices = useNotices(true, HOME_NOTICES).data?.TotalRecords ?? undefined;
  const tasks = useInbox(HOME_TASKS).data?.TotalRecords ?? undefined;
  const heard = useRef<number>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    if (notices === undefined || tasks === undefined) return undefined;
    const count = notices + tasks;
    if (heard.current === undefined || count <= heard.current) {
      heard.current = count;
      return undefined;
    }
    const timer = setTimeout(() => {
      heard.current = count;
      setText(t('waiting', { notices, tasks }));
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [notices, tasks]);
  return (
    <p className={styles.unseen} role="status">
      {text}
    </p>
  );
}
