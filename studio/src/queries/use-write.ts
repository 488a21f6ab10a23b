import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { WriteOptions, Writes } from '../data/outcomes';
import { Refusal } from '../data/refusal';
import { t } from '../text/text';
import { useRenewDefinitions, useStudio } from './studio';

/** Ways to send a write whose progress the screen shows. */
export type Sender = Pick<Writes, 'send' | 'sendForFile'>;

/** A write of a screen. */
interface Write<Result, Input> {
  readonly write: (sender: Sender, input: Input) => Promise<Result>;
  /** Called when the write is stored. The write lasts until the returned promise is settled. */
  readonly onDone?: (result: Result, input: Input) => unknown;
  /** Called when the write has failed, as `onDone`. */
  readonly onFailed?: (error: unknown) => unknown;
}

/** Sends the writes of a screen one at a time, says how far they are, and keeps the refusal of the last one. */
export function useWrite<Result, Input = void>({ write, onDone, onFailed }: Write<Result, Input>) {
  const [progress, setProgress] = useState<string>();
  const isOpen = useRef(false);
  const sender = useSender(setProgress);
  const renewDefinitions = useRenewDefinitions();
  const { mutate, error, ...mutation } = useMutation({
    mutationFn: (input: Input) => write(sender, input),
    onMutate: () => setProgress(t('saving')),
    onSuccess: onDone,
    onError: async (failure) => {
      await renewDefinitions(failure);
      await onFailed?.(failure);
    },
    onSettled: () => {
      isOpen.current = false;
      setProgress(undefined);
    },
  });
  return {
    ...mutation,
    error,
    refusal: error instanceof Refusal ? error : undefined,
    /** In words; undefined where no write is under way. */
    progress,
    /** Sends a write, unless one is under way. */
    send: (input: Input): void => {
      // A second press may come before the button is disabled.
      if (isOpen.current) return;
      isOpen.current = true;
      mutate(input);
    },
  };
}

/** Sends as `Writes` does, and tells that a write is stored and in progress, or will be sent again. */
function useSender(tell: (text: string) => void): Sender {
  const { writes } = useStudio();
  const told = (options: WriteOptions): WriteOptions => ({
    ...options,
    accepted: (correlationId) => {
      tell(t('acceptedWrite'));
      options.accepted?.(correlationId);
    },
    waiting: (seconds) => tell(t('repeatingWrite', { count: Math.ceil(seconds) })),
  });
  return {
    send: (path, options) => writes.send(path, told(options)),
    sendForFile: (path, options) => writes.sendForFile(path, told(options)),
  };
}
