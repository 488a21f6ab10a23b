import { useEffect, useRef } from 'react';
import styles from './states.module.css';

/**
 * Says what was done to screen readers, and takes the focus where the control that did it is gone, so that the keyboard goes
 * on from here.
 */
export function Said({ text, isHidden = false }: { readonly text: string; readonly isHidden?: boolean }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== '' && document.activeElement === document.body) line.current?.focus({ preventScroll: true });
  }, [text]);
  return (
    <p ref={line} role="status" tabIndex={-1} className={isHidden ? styles.hidden : styles.said}>
      {text}
    </p>
  );
}
