import type { ReactNode } from 'react';
import styles from './read-value.module.css';

/** A value that can only be read, with its name. */
export function ReadValue(props: { readonly label: string; readonly help?: string; readonly children: ReactNode }) {
  const { label, help, children } = props;
  return (
    <dl className={styles.read}>
      <dt>{label}</dt>
      <dd>{children === '' ? '–' : children}</dd>
      {help !== undefined && <dd className={styles.help}>{help}</dd>}
    </dl>
  );
}
