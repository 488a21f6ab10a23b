import type { JsonObject } from '#core/json/json.js';
import type { BuiltParts } from '#core/built-parts.js';
import { Definition } from '#core/catalogue/definition.js';
import { labelled } from '#core/catalogue/labels.js';
import { type Steps, visited } from '#core/steps.js';
import type { Lifecycle, LifecycleStatus, Transition, Validator } from '#core/catalogue/lifecycle.js';

/** Builds the active lifecycles by the name of their entity in lower case. */
export function* buildLifecycles(
  lifecycles: readonly JsonObject[],
  parts: BuiltParts,
): Steps<ReadonlyMap<string, Lifecycle>> {
  const built = new Map<string, Lifecycle>();
  yield* visited(lifecycles, (json) => {
    const definition = new Definition(json);
    const entityName = definition.text('EntityName')?.toLowerCase();
    if (entityName === undefined || !definition.flag('IsActive', true)) return;
    const lifecycle = parts.of('lifecycle', json, [], () => buildLifecycle(definition));
    if (lifecycle) built.set(entityName, lifecycle);
  });
  return built;
}

/** Builds a lifecycle; `undefined` without an initial status, which the checks of definitions refuse. */
function buildLifecycle(definition: Definition): Lifecycle | undefined {
  const statuses = new Map(
    definition
      .objects('Statuses')
      .map(statusOf)
      .map((status) => [status.id, status]),
  );
  const initial = [...statuses.values()].find(({ isInitial }) => isInitial);
  if (!initial) return undefined;
  const transitions = definition.objects('Transitions').map((json) => new Definition(json));
  return {
    id: definition.text('Id') ?? '',
    name: definition.text('Name') ?? '',
    statuses,
    transitions: transitions.toSorted(bySequence).map(transitionOf),
    initialStatusId: initial.id,
  };
}

const LAST = Number.MAX_SAFE_INTEGER;

function bySequence(a: Definition, b: Definition): number {
  const [first, second] = [a, b].map((each) => each.int('Sequence') ?? LAST);
  if (first !== second) return first - second;
  return (a.text('Name') ?? '') < (b.text('Name') ?? '') ? -1 : 1;
}

function statusOf(json: JsonObject): LifecycleStatus {
  const definition = new Definition(json);
  return {
    id: definition.text('Id') ?? '',
    name: definition.text('Name') ?? '',
    color: definition.text('Color') ?? null,
    isInitial: definition.flag('IsInitial'),
    isFinal: definition.flag('IsFinal'),
    ...labelled(definition),
  };
}

function transitionOf(definition: Definition): Transition {
  const roles = definition.texts('AllowedRoles');
  const filters = definition.value('Filters');
  const requiredPermission = definition.text('RequiredPermission');
  return {
    id: definition.text('Id') ?? '',
    name: definition.text('Name') ?? '',
    fromStatusId: definition.text('FromStatusId') ?? null,
    toStatusId: definition.text('ToStatusId') ?? '',
    ...(filters !== undefined && { filters }),
    validators: definition.objects('Validators').map(validatorOf),
    ...(roles.length > 0 && { allowedRoles: new Set(roles) }),
    ...(requiredPermission !== undefined && { requiredPermission }),
    requiredFields: definition.texts('RequiredFields'),
    afterWorkflows: definition.texts('AfterWorkflows'),
    ...labelled(definition),
  };
}

function validatorOf(json: JsonObject): Validator {
  const definition = new Definition(json);
  const [where, hook] = [definition.value('WhereClause'), definition.text('Hook')];
  return {
    name: definition.text('Name') ?? '',
    message: definition.text('Message') ?? '',
    ...(where !== undefined && { where }),
    ...(hook !== undefined && { hook }),
  };
}
