import { isDerived, type Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Args } from '#core/statements/args.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { movesOwner, type Setting, type UpdateDraft } from '#records/core/drafts/update-draft.js';
import type { Check } from '#core/checks/check.js';
import type { UsedLookup } from '#core/checks/used-lookup.js';
import { matchKey, planMatch, type MatchInput } from '#records/core/matching/plan-match.js';
import { hasStandIn } from './stand-in.sql.js';
import type { SetField, UpdatePlan } from './update-plan.js';
import {
  hookChecks,
  inLimitedRows,
  lookupChecks,
  ownerInScope,
  ownerKnown,
  ruleChecks,
  uniqueChecks,
} from '#core/checks/write-checks.js';

function usedLookups(
  ctx: RequestContext,
  settings: readonly Setting[],
  sets: readonly SetField[],
  args: Args,
): readonly UsedLookup[] {
  return settings.flatMap(({ field, value, matchedBy, isNew }, i): readonly UsedLookup[] => {
    if (field.type !== 'Lookup' || field.isSystem || value === null || isNew) return [];
    const ids = matchedBy ? sets[i].value : args.add([value], 'uuid[]');
    const target = ctx.catalogue.entity(field.target!);
    return [{ field, target, ids, matchedBy: matchedBy ? [matchedBy] : [], mayBeDrafted: false }];
  });
}

function assignedChecks(
  ctx: RequestContext,
  { entity, settings }: UpdateDraft,
  lookups: readonly UsedLookup[],
): readonly Check[] {
  const immutable = settings.filter(({ field }) => field.immutable);
  return [
    ...lookupChecks(lookups, 0),
    ...ownerChecks(ctx, { entity, settings }),
    ...immutable.map(({ field }): Check => {
      const message = `${field.name} cannot be changed after the record was created.`;
      const test = { kind: 'immutable', field } as const;
      return { group: 0, test, code: 'FieldRule', message, fieldName: field.name, reads: [] };
    }),
  ];
}

/** A named owner must be known; the owner that a new target of OwnerFrom brings is checked like a named one. */
function ownerChecks(
  ctx: RequestContext,
  { entity, settings }: Pick<UpdateDraft, 'entity' | 'settings'>,
): readonly Check[] {
  const namesOwner = settings.some(({ field }) => field.name === 'OwnerId');
  if (namesOwner) return [ownerKnown(0), ...ownerInScope(ctx, entity, 0, 'update')];
  const source = settings.find(({ field }) => field === entity.ownerFrom)?.field;
  if (!source) return [];
  return ownerInScope(ctx, entity, 0, 'update').map((check) => ({ ...check, fieldName: source.name }));
}

/** Unique rules that an update can break: those with a field it sets. */
const assignedKeys = ({ entity, settings }: UpdateDraft): readonly (readonly Field[])[] =>
  entity.uniqueKeys.filter((key) => key.some((field) => settings.some((setting) => setting.field === field)));

const settingKey = ({ field, value, matchedBy, isNew }: Setting): string =>
  `${field.name}${matchedBy ? `~${matchedBy.name}` : ''}${value === null ? '0' : ''}${isNew ? '+' : ''}`;

/**
 * Chooses a field of each unique rule that an update can break, whose value can be stored when the whole write is checked:
 * an assigned one, else any. A rule over nothing but required Bools, or fields that follow from others, has none.
 */
export function deferrableFields(draft: UpdateDraft): readonly Field[] {
  const isAssigned = (field: Field): boolean => draft.settings.some((setting) => setting.field === field);
  const chosen = assignedKeys(draft).map((key) => {
    const mayWait = key.filter((field) => hasStandIn(field) && !isDerived(field));
    return mayWait.find(isAssigned) ?? mayWait[0];
  });
  return [...new Set(chosen.filter((field) => field !== undefined))];
}

/**
 * Decides what an update's statement looks like.
 * @param deferred fields whose values are stored when the whole write is checked
 */
export function planUpdate(
  ctx: RequestContext,
  draft: UpdateDraft,
  matching: MatchInput,
  mode: UpdatePlan['mode'],
  deferred: readonly Field[] = [],
): UpdatePlan {
  const { entity, settings } = draft;
  const { args } = matching;
  const sets = settings.map(({ field, value, matchedBy, isNew }): SetField => {
    const type = matchedBy ? valueTypeOf(matchedBy).operandType(matchedBy) : valueTypeOf(field).operandType(field);
    return { field, value: args.add(value, type), ...(matchedBy && { matchedBy }), ...(isNew && { isNew }) };
  });
  const lookups = usedLookups(ctx, settings, sets, args);
  const match = planMatch(ctx, entity, 'update', matching, movesOwner(draft));
  // Code hooks run before the checks, which then read the rows as the hooks have changed them.
  const checks = mode === 'image' ? [] : writeChecks(ctx, draft, lookups, { args, mode, deferred });
  const later = deferred.map(({ name }) => `!${name}`).join('');
  const key = `update:${mode}${later}:${settings.map(settingKey).join()}:${matchKey(ctx, match)}`;
  return { key, args, match, sets, lookups, checks, deferred, mode };
}

const writeChecks = (
  ctx: RequestContext,
  draft: UpdateDraft,
  lookups: readonly UsedLookup[],
  { args, mode, deferred }: Pick<UpdatePlan, 'args' | 'mode' | 'deferred'>,
): readonly Check[] => {
  const assigned = assignedChecks(ctx, draft, lookups);
  return [
    ...assigned,
    ...inLimitedRows(ctx, draft.entity, 0, 'update', assigned),
    ...ruleChecks(ctx, draft.entity, 0, args),
    ...hookChecks(ctx, draft.entity, 0, { args, event: 'Update' }),
    // A write of one statement asks the index alone; children may free what their parent takes.
    ...(mode === 'store' && draft.children.length === 0
      ? []
      : uniqueChecks(
          ctx,
          assignedKeys(draft).filter((key) => !key.some((field) => deferred.includes(field))),
          0,
        )),
  ];
};
