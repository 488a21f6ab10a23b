import type { Scope } from '../../data/entity.js';

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
] as const;

export interface Reason {
  readonly Kind: (typeof REASON_KINDS)[number];
  readonly Name: string;
  readonly Text: string;
}

/** Answer of `GET /access/explain`. */
export interface Explanation {
  readonly Allowed: boolean;
  readonly Scope: Scope;
  readonly Reasons: readonly Reason[];
}

/** Kinds of reasons that alone refuse nothing. */
const HARMLESS: ReadonlySet<Reason['Kind']> = new Set(['Administrator', 'Role', 'Mapping', 'WritableFields', 'Hook']);

/** Texts of reasons that speak for an operation. */
const FAVOURABLE =
  /^Every member |^The user owns |belongs to this team|covers every record|lets them read|can be executed|^Its RoleIds leave|gives it\.$|is for this role of the user\.$/;

const isObstacle = ({ Kind, Text }: Reason): boolean => {
  if (HARMLESS.has(Kind) || (FAVOURABLE.test(Text) && !Text.includes('no role of the user gives it'))) return false;
  return Kind !== 'Transition' || /Blocked:|Hidden:|^No transition/.test(Text);
};

/**
 * The reason that refuses, for the sentence. Where several moves or workflows are closed, none of them decides alone.
 * @returns undefined where no single reason decides
 */
export function decidingReason({ Allowed, Scope, Reasons }: Explanation): Reason | undefined {
  if (Allowed) return undefined;
  const obstacles = Reasons.filter(isObstacle);
  const missing = obstacles.find(({ Kind }) => Kind === 'Scope');
  if (Scope === 'None' && missing !== undefined) return missing;
  const [first, ...others] = obstacles;
  const isChoice = first?.Kind === 'Transition' && others.some(({ Kind }) => Kind === 'Transition');
  return isChoice ? undefined : first;
}

/** Names of the roles that give the scope of an explanation. */
export const givingRoles = ({ Scope, Reasons }: Explanation): readonly string[] => [
  ...new Set(
    Reasons.filter(({ Kind, Text }) => Kind === 'Role' && Text.includes(`gives scope ${Scope} `)).map(
      ({ Name }) => Name,
    ),
  ),
];

/** Words that begin a reason and are no names. */
const PLAIN_START = /^(Administrators|Every|Its|No|The|Callers|Another|Scope|An|A)\b/;

/** A reason as the end of a sentence: "no role gives a scope to delete Customer". */
export function asClause(text: string): string {
  const plain = text.replace(/\.$/, '');
  return PLAIN_START.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
}

/** Reasons by their kinds, in the order in which the service judges. */
export const byKind = (reasons: readonly Reason[]): readonly (readonly [Reason['Kind'], readonly Reason[]])[] =>
  REASON_KINDS.map((kind) => [kind, reasons.filter(({ Kind }) => Kind === kind)] as const).filter(
    ([, found]) => found.length > 0,
  );
