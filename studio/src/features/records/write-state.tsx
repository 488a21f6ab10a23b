import type { ReactNode } from 'react';
import { Refusal } from '../../data/refusal';
import { Refused } from '../../ui/states';

/** What became of a write so far: its progress in words, or its refusal with further help. */
export function WriteState(props: {
  readonly write: { readonly progress: string | undefined; readonly error: Error | null };
  /** Help beside a refusal with status 403. */
  readonly children?: ReactNode;
}) {
  const { progress, error } = props.write;
  return (
    <>
      <span role="status">{progress}</span>
      {error instanceof Refusal && <Refused refusal={error}>{error.status === 403 && props.children}</Refused>}
    </>
  );
}
