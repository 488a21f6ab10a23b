import type { DeclaredIndex } from '#core/catalogue/declared-index.js';

/** State of a declared index. */
export interface IndexState {
  readonly kind: DeclaredIndex['kind'];
  /** Id of the definition record. */
  readonly id: string;
  readonly state: 'Building' | 'Ready' | 'Failed';
  readonly error: string | null;
}
