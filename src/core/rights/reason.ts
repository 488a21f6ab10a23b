export const REASON_KINDS = [
  'Administrator',
  'Role',
  'Scope',
  'Owner',
  'Team',
  'Permission',
  'WritableFields',
  'Lock',
  'Transition',
  'Key',
  'Rule',
  'Hook',
  'Mapping',
] as const;

/** One of the reasons that decide. */
export interface Reason {
  readonly Kind: (typeof REASON_KINDS)[number];
  /** Name of what decides, such as a role, an entity or a transition. */
  readonly Name: string;
  readonly Text: string;
}

/** A part of a decision: all parts must allow. */
export interface Part {
  readonly isAllowed: boolean;
  readonly reasons: readonly Reason[];
}

export const allowed = (...reasons: readonly Reason[]): Part => ({ isAllowed: true, reasons });
export const disallowed = (...reasons: readonly Reason[]): Part => ({ isAllowed: false, reasons });

export const rule = (Name: string, Text: string): Reason => ({ Kind: 'Rule', Name, Text });
