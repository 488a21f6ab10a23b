import type { Catalogue } from '#core/catalogue/catalogue.js';
import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import { isAssigned } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';
import { isReserved } from '#core/catalogue/system-entities.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';
import type { NamedDefinitions } from './named-definitions.js';
import {
  faultAt,
  nameFaults,
  namesFaults,
  optionalClauseFaults,
  type MemberFault,
  type MemberFaults,
} from '#definitions/core/checks/member-faults.js';
import { statusesOf, structureFaults, type StatusRow } from '#definitions/core/checks/lifecycle-structure.js';
import { validatorFaults } from './check-validators.js';
import type { SelectiveCheck } from '#definitions/core/checks/selective-check.js';
import type { Steps } from '#core/steps.js';

/** Finds faults in the lifecycles of an environment, inactive ones included. */
export function lifecycleProblems(
  check: SelectiveCheck,
  lifecycles: readonly JsonObject[],
  named: NamedDefinitions,
): Steps<readonly DefinitionProblem[]> {
  return check.of('lifecycle', lifecycles, [JSON.stringify(named), ...lifecycles], (ctx, json) => {
    const lifecycle = new Definition(json);
    return [
      ...wholeProblems(ctx.catalogue, lifecycle),
      ...activeProblems(lifecycle, lifecycles),
      ...transitionProblems(ctx, lifecycle, named),
    ];
  });
}

const idOf = (definition: Definition): string => definition.text('Id') ?? '';
const nameOf = (definition: Definition): string => definition.text('Name') ?? '';

/** Finds the entity of a lifecycle or process, or the fault of its name. */
export function entityOf(catalogue: Catalogue, definition: Definition): Entity | MemberFault {
  const name = definition.text('EntityName') ?? '';
  const entity = catalogue.find(name);
  if (isReserved(name))
    return faultAt('EntityName', `${name} belongs to the service itself; name an entity of your own.`);
  if (entity) return entity;
  const own = [...catalogue.entities.values()].filter((each) => !isReserved(each.name)).map((each) => each.name);
  return faultAt('EntityName', `There is no entity '${shortened(name)}'.${didYouMean(name, own)}`);
}

/** Finds faults of the lifecycle itself and of its statuses. */
function* wholeProblems(catalogue: Catalogue, lifecycle: Definition): Generator<DefinitionProblem> {
  const about = { entityName: 'Lifecycle', id: idOf(lifecycle), name: nameOf(lifecycle) };
  const entity = entityOf(catalogue, lifecycle);
  if ('message' in entity) yield { ...about, ...entity };
  for (const { status, ...fault } of structureFaults(lifecycle)) {
    if (!status) yield { ...about, ...fault };
    else yield { ...fault, ...partOf(lifecycle, 'Status', status) };
  }
}

const partOf = (
  lifecycle: Definition,
  entityName: string,
  part: Pick<StatusRow, 'id' | 'name'>,
): Pick<DefinitionProblem, 'entityName' | 'id' | 'name' | 'wholeId'> => ({
  entityName,
  id: part.id,
  name: `${nameOf(lifecycle)}, ${part.name}`,
  wholeId: idOf(lifecycle),
});

const keyOf = (each: Definition): string => (each.text('EntityName') ?? '').toLowerCase();

/** Refuses a second active lifecycle of an entity. */
function* activeProblems(lifecycle: Definition, all: readonly JsonObject[]): Generator<DefinitionProblem> {
  if (!lifecycle.flag('IsActive', true)) return;
  const other = all
    .map((json) => new Definition(json))
    .find((each) => idOf(each) !== idOf(lifecycle) && each.flag('IsActive', true) && keyOf(each) === keyOf(lifecycle));
  if (!other) return;
  const message = `${lifecycle.text('EntityName')} already has the active lifecycle '${nameOf(other)}'; deactivate that first.`;
  const about = { entityName: 'Lifecycle', id: idOf(lifecycle), name: nameOf(lifecycle) };
  yield { ...about, fieldName: 'IsActive', message, code: 'Conflict' };
}

function* transitionProblems(
  ctx: RequestContext,
  lifecycle: Definition,
  named: NamedDefinitions,
): Generator<DefinitionProblem> {
  const statuses = new Set(statusesOf(lifecycle).map(({ id }) => id));
  const found = entityOf(ctx.catalogue, lifecycle);
  const entity = 'message' in found ? undefined : found;
  for (const json of lifecycle.objects('Transitions')) {
    const transition = new Definition(json);
    const about = partOf(lifecycle, 'Transition', { id: idOf(transition), name: nameOf(transition) });
    const faults = [
      ...endFaults(transition, statuses),
      ...rightFaults(transition, named),
      ...(entity ? conditionFaults(ctx, entity, transition, named) : []),
    ];
    for (const fault of faults) yield { ...about, ...fault, message: `${about.name}: ${fault.message}` };
  }
}

function* endFaults(transition: Definition, statuses: ReadonlySet<string>): MemberFaults {
  for (const member of ['FromStatusId', 'ToStatusId']) {
    const id = transition.text(member);
    if (id !== undefined && !statuses.has(id)) yield faultAt(member, 'The status is not one of this lifecycle.');
  }
}

function* rightFaults(transition: Definition, { roles, permissions, workflows }: NamedDefinitions): MemberFaults {
  yield* namesFaults(transition.value('AllowedRoles'), 'AllowedRoles', { kind: 'a role', names: roles });
  const permission = { kind: 'a permission', names: permissions };
  yield* nameFaults(transition.value('RequiredPermission'), 'RequiredPermission', permission);
  yield* namesFaults(transition.value('AfterWorkflows'), 'AfterWorkflows', { kind: 'a workflow', names: workflows });
}

function* conditionFaults(
  ctx: RequestContext,
  entity: Entity,
  transition: Definition,
  { validatorHooks }: NamedDefinitions,
): MemberFaults {
  yield* optionalClauseFaults(ctx, entity, transition.value('Filters'), 'Filters');
  yield* validatorFaults(ctx, entity, transition.value('Validators'), validatorHooks);
  const writable = [...entity.fields.values()].filter(
    (field) => isAssigned(field) && !field.readOnly && !field.immutable,
  );
  const known = { kind: `a field of ${entity.name} that a move can set`, names: writable.map(({ name }) => name) };
  yield* namesFaults(transition.value('RequiredFields'), 'RequiredFields', known);
}
