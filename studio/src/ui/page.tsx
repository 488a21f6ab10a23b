import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Loading } from './states';
import styles from './page.module.css';

/** A screen: its title, which has the focus after a navigation, actions beside it, and what it shows. */
export function Page(props: {
  readonly title: string;
  /** Beside the title, such as a status. */
  readonly mark?: ReactNode;
  /** Above the title, such as the way back. */
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** True where the content scrolls by itself and takes the whole height. */
  readonly isFull?: boolean;
}) {
  const { title, mark, above, actions, children, isFull = false } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Studio`;
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className={`${styles.page} ${isFull ? styles.full : ''}`}>
      {above}
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {mark}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {/* The title stays, and keeps the focus, while what it is about is loading. */}
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </div>
  );
}

/** A part of a screen with a title of its own. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Things beside each other, in as many columns as there is room for. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

/** Things in a line, which wraps. */
export function Line({ children }: { readonly children: ReactNode }) {
  return <div className={styles.line}>{children}</div>;
}
