import { useState } from 'react';
import type { WriteOptions } from '../../data/outcomes';
import { t } from '../../text/text';

/** Says in words how a write is getting on, for the bar below the form. */
export function useProgress() {
  const [progress, setProgress] = useState<string>();
  const options: Pick<WriteOptions, 'accepted' | 'waiting'> = {
    accepted: () => setProgress(t('acceptedWrite')),
    waiting: (seconds) => setProgress(t('repeatingWrite', { count: Math.ceil(seconds) })),
  };
  const callbacks = {
    onMutate: () => setProgress(t('saving')),
    onSettled: () => setProgress(undefined),
  };
  return { progress, options, callbacks };
}
