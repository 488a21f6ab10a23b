import type { ReactNode } from 'react';
import { formatTime } from '../text/dates';
import styles from './timeline.module.css';

export interface TimelineEntry {
  readonly id: string;
  readonly at: string;
  readonly title: ReactNode;
  readonly content?: ReactNode;
}

/** Events, the latest first. */
export function Timeline({ label, entries }: { readonly label: string; readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {entries.map(({ id, at, title, content }) => (
        <li key={id}>
          <time dateTime={at}>{formatTime(at)}</time>
          <div className={styles.title}>{title}</div>
          {content}
        </li>
      ))}
    </ol>
  );
}
