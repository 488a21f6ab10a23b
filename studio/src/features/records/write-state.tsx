import type { ReactNode } from 'react';
import type { Refusal } from '../../data/refusal';
import { Refused } from '../../ui/states';

/** Shows what became of a write so far: its progress in words, or its refusal with further help. */
export function WriteState(props: {
  readonly write: { readonly progress: string | undefined; readonly refusal: Refusal | undefined };
  /** Help beside a refusal with status 403. */
  readonly children?: ReactNode;
}) {
  const { progress, refusal } = props.write;
  return (
    <>
      <span role="status">{progress}</span>
      {refusal !== undefined && <Refused refusal={refusal}>{refusal.status === 403 && props.children}</Refused>}
    </>
  );
}
