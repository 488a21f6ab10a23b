import { scopeOf } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Resolution } from '#core/criteria/operand.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import type { IncludeCommand } from '#core/requests/select-command.js';
import { resolveFields, resolveRows } from './plan-row.js';
import { childrenOf, resolveIncludeTarget, type IncludeTarget } from './include-target.js';
import { MAX_CHILDREN, type IncludePlan } from './select-plan.js';
import { resolveSort } from './sort.js';

/** Context in which includes are planned. */
export interface IncludePlanning extends Resolution {
  /** Option of the whole query: included rows show their lookups in the same way. */
  readonly loadLookUpValues: boolean;
}

/** Plans the includes of rows of `entity`, nested ones included. Faults are collected in `planning.faults`. */
export function planIncludes(
  planning: IncludePlanning,
  entity: Entity,
  commands: readonly IncludeCommand[],
): readonly IncludePlan[] {
  const { ctx, faults } = planning;
  const plans = new Map<string, IncludePlan>();
  for (const command of commands) {
    const related = resolveIncludeTarget(ctx.catalogue, entity, command.name);
    const path = `${command.path}.Name`;
    if ('code' in related) faults.push({ ...related, path });
    else if (plans.has(related.name)) faults.add('Validation', `${related.name} is included twice.`, { path });
    else plans.set(related.name, planInclude(planning, related, command));
  }
  return [...plans.values()];
}

/**
 * Plans the includes that LoadChildren adds: the children of every relation that no include names. Entities that the
 * caller may not read are omitted, because the request does not name them.
 */
export function planChildren(
  planning: IncludePlanning,
  entity: Entity,
  includes: readonly IncludePlan[],
): readonly IncludePlan[] {
  const { ctx } = planning;
  const known = new Set(includes.filter(({ link }) => link.kind === 'children').map(({ link }) => link.lookup));
  return [...entity.children.values()]
    .map((relation) => childrenOf(ctx.catalogue, relation, relation.name))
    .filter((related) => !known.has(related.link.lookup) && scopeOf(ctx, related.entity, 'read') !== 'None')
    .map((related) =>
      planInclude(planning, related, { name: related.name, path: 'LoadChildren', sort: [], includes: [] }),
    );
}

function planInclude(planning: IncludePlanning, related: IncludeTarget, command: IncludeCommand): IncludePlan {
  const { ctx, args, faults, loadLookUpValues } = planning;
  const { entity } = related;
  const { path, pager = { number: 1, size: MAX_CHILDREN } } = command;
  if (related.link.kind === 'target') refuseOrder(planning, related, command);
  const skipped = (pager.number - 1) * pager.size;
  const plan = {
    ...related,
    fields: resolveFields(ctx, entity, command.selectedFields, faults),
    includes: planIncludes(planning, entity, command.includes),
    loadLookUpValues,
    loadRecordInfo: false,
    sort: resolveSort(ctx, entity, command.sort, faults),
    size: pager.size,
    ...(skipped > 0 && { offset: args.add(String(skipped), 'bigint') }),
    where: resolveCriterion(planning, entity, command.where),
  };
  const rows = resolveRows(ctx, plan);
  if (typeof rows === 'string') return { ...plan, rows };
  faults.push({ ...rows, path: `${path}.Name` });
  return { ...plan, rows: 'readable' };
}

function refuseOrder(
  { faults }: IncludePlanning,
  { name }: IncludeTarget,
  { path, sort, pager }: IncludeCommand,
): void {
  const members = [...(sort.length > 0 ? ['Sort'] : []), ...(pager ? ['Pager'] : [])];
  for (const member of members) {
    const message = `${name} is a single record: ${member} is not allowed there.`;
    faults.add('Validation', message, { path: `${path}.${member}` });
  }
}
