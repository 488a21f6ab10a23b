import { useState } from 'react';
import { countChanges } from '../../data/draft';
import { t } from '../../text/text';
import { Button } from '../../ui/button';
import { Said } from '../../ui/said';
import styles from './record-form.module.css';
import type { Editing } from './use-draft';

/** Appears with the first change: how many there are, and what to do with them. */
export function SaveBar(props: {
  readonly editing: Editing;
  /** Progress in words; undefined where nothing is under way. */
  readonly state: string | undefined;
  readonly onSave: () => void;
  readonly onPreview: () => void;
}) {
  const { editing, state, onSave, onPreview } = props;
  const isBusy = state !== undefined;
  const [done, setDone] = useState<'saved' | 'discarded'>();
  const next = isBusy ? 'saved' : undefined;
  if (editing.isChanged && done !== next) setDone(next);
  // The buttons are gone then, and with them the focus.
  if (!editing.isChanged) return <Said text={done === undefined ? '' : t(done)} isHidden />;
  const discard = (): void => {
    editing.reset();
    setDone('discarded');
  };
  return (
    <div className={styles.bar}>
      <span role="status">{state ?? t('changes', { count: countChanges(editing.draft) })}</span>
      <Button isPending={isBusy} onPress={discard}>
        {t('discard')}
      </Button>
      <Button isPending={isBusy} onPress={onPreview}>
        {t('preview')}
      </Button>
      <Button look="primary" isPending={isBusy} onPress={onSave}>
        {t('save')}
      </Button>
    </div>
  );
}
