import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import type { Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { useMedia } from '../../ui/media';
import { Loading } from '../../ui/states';
import styles from './details.module.css';
import type { Listing } from './list-search';
import type { Windows } from './use-windows';

const route = getRouteApi('/$tenant/$app/$environment/records/$entity');
const DetailsPane = lazy(async () => ({ default: (await import('./details-pane')).DetailsPane }));

/** Time that the focus rests on a row before its details are read. */
const REST_MS = 150;

/** Details of one record beside a list. */
export interface Details {
  /** Id of the record; undefined where no details are shown. */
  readonly id: string | undefined;
  /** Undefined where there is no record that could be shown, or no room. */
  readonly toggle: (() => void) | undefined;
  /** Shows another record when the focus rests on it; undefined where no details are shown. */
  readonly onChoose: ((row: Row) => void) | undefined;
}

/** Keeps in the address which record has its details beside the list. @param shown its id, as the address has it */
export function useDetails(shown: string | undefined, windows: Windows): Details {
  const hasRoom = useMedia('(width >= 1100px)');
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<string>();
  const id = hasRoom ? shown : undefined;
  const show = useCallback(
    (details: string | undefined) =>
      void navigate({ search: (before) => ({ ...before, details }), replace: true, resetScroll: false }),
    [navigate],
  );
  useEffect(() => {
    if (id === undefined || chosen === undefined || chosen === id) return undefined;
    // Rows follow each other quickly while an arrow key is held; only the last one is read.
    const timer = setTimeout(() => show(chosen), REST_MS);
    return () => clearTimeout(timer);
  }, [id, chosen, show]);
  const first = windows.rowAt(0)?.Id;
  const other = id === undefined && first !== undefined ? textOf(first) : undefined;
  const toggle = (): void => {
    setChosen(undefined);
    show(other);
  };
  return {
    id,
    toggle: hasRoom && (id ?? other) !== undefined ? toggle : undefined,
    onChoose: id === undefined ? undefined : (row) => row.Id !== undefined && setChosen(textOf(row.Id)),
  };
}

/** Shows and hides the details. */
export function DetailsButton({ details }: { readonly details: Details }) {
  if (details.toggle === undefined) return undefined;
  return (
    <Button aria-pressed={details.id !== undefined} onPress={details.toggle}>
      {t('details')}
    </Button>
  );
}

/** A list, with the details of one of its records beside it. */
export function BesideDetails(props: {
  readonly listing: Listing;
  readonly details: Details;
  readonly children: ReactNode;
}) {
  const { listing, details, children } = props;
  return (
    <div className={styles.beside}>
      {children}
      {details.id !== undefined && (
        <aside className={styles.pane} aria-label={t('details')}>
          <Suspense fallback={<Loading />}>
            <DetailsPane
              key={details.id}
              entity={listing.entity}
              id={details.id}
              isDeleted={listing.search.deleted === true}
            />
          </Suspense>
        </aside>
      )}
    </div>
  );
}
