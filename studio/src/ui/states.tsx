import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Fault, Refusal } from '../data/refusal';
import { t } from '../text/text';
import { Button } from './button';
import styles from './states.module.css';

/** A layout without data; it appears only where the data takes longer than a moment. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div className={styles.loading} role="status">
      <span className={styles.hidden}>{t('loading')}</span>
      {Array.from({ length: lines }, (_, i) => (
        <div key={i} className={styles.bone} style={{ width: `${90 - ((i * 37) % 50)}%` }} />
      ))}
    </div>
  );
}

/** Says what belongs here, and offers what the reader may do. */
export function Empty({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** A message in the flow of the page. */
export function Banner(props: {
  readonly look: 'info' | 'warning' | 'danger' | 'success';
  readonly title?: string;
  readonly children?: ReactNode;
  /** True where a screen reader says it at once. */
  readonly isAlert?: boolean;
}) {
  const { look, title, children, isAlert = false } = props;
  return (
    <div className={`${styles.banner} ${styles[look]}`} role={isAlert ? 'alert' : 'status'}>
      {title !== undefined && <strong>{title}</strong>}
      {children}
    </div>
  );
}

const TITLES = {
  0: 'refusal.offline',
  401: 'refusal.signIn',
  403: 'refusal.forbidden',
  404: 'refusal.notFound',
  409: 'refusal.conflict',
  412: 'refusal.stale',
  413: 'refusal.tooLarge',
  423: 'refusal.locked',
  429: 'refusal.busy',
  // 502 and 504 are of proxies before the service.
  502: 'refusal.unavailable',
  503: 'refusal.unavailable',
  504: 'refusal.unavailable',
} as const;

const titleOf = (status: number): string =>
  status in TITLES ? t(TITLES[status as keyof typeof TITLES]) : t(status >= 500 ? 'refusal.failed' : 'refusal.invalid');

/**
 * Every refusal of the service: what it says, fault by fault, what may be done, and the number under which an operator finds
 * it.
 */
export function Refused(props: {
  readonly refusal: Refusal;
  readonly retry?: () => void;
  /** Link to the place of a fault, where the screen shows one. */
  readonly linkOf?: (fault: Fault) => string | undefined;
  /** Words of a fault, where the screen knows better ones than the service. */
  readonly textOf?: (fault: Fault) => string;
  /** Further help, such as a link to the explanation of access. */
  readonly children?: ReactNode;
}) {
  const { refusal, retry, linkOf, textOf = messageOf, children } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);
  return (
    <div ref={box} className={`${styles.banner} ${styles.danger}`} role="alert">
      <strong>{titleOf(refusal.status)}</strong>
      {refusal.faults.length > 0 && (
        <ul className={styles.faults}>
          {[...new Map(refusal.faults.map((fault) => [textOf(fault), linkOf?.(fault)]))].map(([text, link]) => (
            <li key={text}>{link === undefined ? text : <a href={link}>{text}</a>}</li>
          ))}
        </ul>
      )}
      {refusal.faults.some(({ Code }) => Code === 'NotMember') && (
        <p>
          {t('refusal.notMember')} <a href="/studio/">{t('refusal.toEnvironments')}</a>
        </p>
      )}
      {refusal.isUnknownWrite && <p>{t('refusal.unknownWrite')}</p>}
      {children}
      <div className={styles.foot}>
        {retry !== undefined && <Retry afterS={refusal.retryAfterS ?? 0} retry={retry} />}
        {refusal.requestId !== undefined && <small>{t('requestId', { id: refusal.requestId })}</small>}
      </div>
    </div>
  );
}

const messageOf = ({ Message }: Fault): string => Message;

/** A button that counts down the time that the service asks for. */
function Retry({ afterS, retry }: { readonly afterS: number; readonly retry: () => void }) {
  const [left, setLeft] = useState(Math.ceil(afterS));
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <Button isDisabled={left > 0} onPress={retry}>
      {left > 0 ? t('retryIn', { count: left }) : t('retry')}
    </Button>
  );
}
