import { useState } from 'react';
import { t } from '../text/text';
import type { WriteOptions } from '../data/outcomes';

/** Progress of a write while a screen waits for it: stored and in progress, or sent again in a while. */
export interface Progress {
  /** In words; undefined where there is nothing to say. */
  readonly text: string | undefined;
  /** For `Writes.send`. */
  readonly follow: Pick<WriteOptions, 'accepted' | 'waiting'>;
  readonly begin: () => void;
  readonly end: () => void;
}

export function useProgress(): Progress {
  const [text, setText] = useState<string>();
  return {
    text,
    follow: {
      accepted: () => setText(t('acceptedWrite')),
      waiting: (seconds) => setText(t('repeatingWrite', { count: Math.ceil(seconds) })),
    },
    begin: () => setText(t('saving')),
    end: () => setText(undefined),
  };
}
