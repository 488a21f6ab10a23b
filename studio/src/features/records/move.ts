import { words } from '../../data/entity';
import type { Fault } from '../../data/refusal';

/** A transition out of the present status (`GET /status/available`). */
export interface Move {
  readonly Id: string;
  readonly Name: string;
  readonly Label?: string;
  readonly ToStatusId: string;
  readonly ToStatusName: string;
  readonly ToStatusLabel?: string;
  readonly RequiredFields: readonly string[];
  /** Why it is blocked. */
  readonly ErrorDetails?: readonly Fault[];
}

export const moveText = ({ Label, Name }: Move): string => Label ?? words(Name);
