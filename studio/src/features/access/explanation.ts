import type { Scope } from '../../data/entity.js';
import type { Fault } from '../../data/refusal.js';

/** Operations that can be explained. */
export const EXPLAINED = ['Create', 'Read', 'Update', 'Delete', 'Move', 'Execute'] as const;
export type Explained = (typeof EXPLAINED)[number];

export const REASON_KINDS = [
  'Administrator',
  'Role',
  'Mapping',
  'Scope',
  'Owner',
  'Team',
  'Permission',
  'WritableFields',
  'Key',
  'Lock',
  'Transition',
  'Rule',
  'Hook',
  'Field',
  'Condition',
  'Share',
] as const;

export interface Reason {
  readonly Kind: (typeof REASON_KINDS)[number];
  readonly Name: string;
  /** Names the sentence, whose values `Params` has. */
  readonly Code: string;
  readonly Params: Readonly<Record<string, string | readonly string[]>>;
  /** True where it refuses by itself. */
  readonly Refuses: boolean;
  /** The sentence in English. */
  readonly Text: string;
  /** Of a transition that cannot be taken: why. */
  readonly ErrorDetails?: readonly Fault[];
}

/** Answer of `GET /access/explain`. */
export interface Explanation {
  readonly Allowed: boolean;
  readonly Scope: Scope;
  readonly Reasons: readonly Reason[];
}

/**
 * The reason that refuses, for the sentence. Where several moves or workflows are closed, none of them decides alone.
 * @returns undefined where no single reason decides
 */
export function decidingReason({ Allowed, Scope, Reasons }: Explanation): Reason | undefined {
  if (Allowed) return undefined;
  const obstacles = Reasons.filter(({ Refuses }) => Refuses);
  const missing = obstacles.find(({ Kind }) => Kind === 'Scope');
  if (Scope === 'None' && missing !== undefined) return missing;
  const [first, ...others] = obstacles;
  const isChoice = first?.Kind === 'Transition' && others.some(({ Kind }) => Kind === 'Transition');
  return isChoice ? undefined : first;
}

/** Names of the roles that give the scope of an explanation. */
export const givingRoles = ({ Scope, Reasons }: Explanation): readonly string[] => [
  ...new Set(
    Reasons.filter(({ Code, Params }) => Code === 'RoleScope' && Params.Scope === Scope).map(({ Name }) => Name),
  ),
];

/** Reasons by their kinds, in the order in which the service judges. */
export const byKind = (reasons: readonly Reason[]): readonly (readonly [Reason['Kind'], readonly Reason[]])[] =>
  REASON_KINDS.map((kind) => [kind, reasons.filter(({ Kind }) => Kind === kind)] as const).filter(
    ([, found]) => found.length > 0,
  );
