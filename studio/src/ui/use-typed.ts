import { useState } from 'react';

/** Text of a search box, and how to change it. */
export interface Typed {
  readonly input: string;
  /** Words that are searched for; empty where nothing has been typed. */
  readonly words: string;
  readonly type: (text: string) => void;
  readonly choose: (id: string, text: string) => void;
}

/**
 * Keeps what is typed into a search box. After a choice it is the chosen text, also while the value or its text is still on
 * its way: a text that changes later by itself would open the list again.
 * @param id chosen record, and its text as far as it is known
 */
export function useTyped(id: string | undefined, text: string): Typed {
  const [typed, setTyped] = useState<{
    readonly text: string;
    /** The value to which the text belongs; another one has a text of its own. */
    readonly of: string | undefined;
    readonly state: 'typed' | 'awaited' | 'chosen';
  }>();
  if (typed?.state === 'awaited' && typed.of === id) setTyped({ ...typed, state: 'chosen' });
  const isValid = typed !== undefined && (typed.state === 'awaited' || typed.of === id);
  return {
    input: isValid ? typed.text : text,
    words: isValid && typed.state === 'typed' ? typed.text : '',
    type: (to) => setTyped({ text: to, of: to === '' ? undefined : id, state: 'typed' }),
    choose: (chosen, to) => setTyped({ text: to, of: chosen, state: 'awaited' }),
  };
}
