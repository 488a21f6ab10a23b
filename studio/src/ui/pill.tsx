import { useEffect, useRef } from 'react';
import styles from './pill.module.css';

const COLOR = /^#[\da-f]{6}$/i;

/** A word with a colour beside it, which never stands alone. The colour is data, so it is set by script, not as markup. */
export function Pill({ text, color }: { readonly text: string; readonly color?: string | null }) {
  const dot = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    dot.current?.style.setProperty('background', COLOR.test(color ?? '') ? color! : 'var(--muted)');
  }, [color]);
  return (
    <span className={styles.pill}>
      <span ref={dot} className={styles.dot} aria-hidden="true" />
      <span className={styles.text}>{text}</span>
    </span>
  );
}
