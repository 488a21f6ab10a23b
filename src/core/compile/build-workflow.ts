import { Definition } from '#core/catalogue/definition.js';
import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { labelled } from '#core/catalogue/labels.js';
import type { Parameter } from '#core/catalogue/parameter.js';
import { readParameters } from '#core/fields/read-parameters.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { INNER_NAMES, type Action, type RunAs, type Workflow, type WorkflowType } from '#core/catalogue/workflow.js';

/** Builds a workflow from its definition, whose faults the checks of definitions refuse. */
export function buildWorkflow(json: JsonObject): Workflow {
  const definition = new Definition(json);
  const type = (definition.text('Type') ?? 'Manual') as WorkflowType;
  const [entityName, requiredPermission] = [definition.text('EntityName'), definition.text('RequiredPermission')];
  const description = definition.text('Description');
  return {
    id: definition.text('Id') ?? '',
    name: definition.text('Name') ?? '',
    ...(entityName !== undefined && { entityName }),
    type,
    runAs: (definition.text('RunAs') ?? (type === 'Manual' ? 'Caller' : 'Service')) as RunAs,
    isActive: definition.flag('IsActive', true),
    allowedRoles: definition.texts('AllowedRoles'),
    ...(requiredPermission !== undefined && { requiredPermission }),
    tokens: tokensOf(definition.value('Tokens')),
    actions: buildActions(definition.value('Actions'), 'Actions'),
    ...(description !== undefined && { description }),
    ...labelled(definition),
  };
}

function tokensOf(json: JsonValue | undefined): readonly Parameter[] {
  const reader = new ShapeReader(false);
  return readParameters(reader, reader.object({ Tokens: json ?? [] }, '', ['Tokens']), 'Tokens');
}

/** Reads a list of actions. @param path of the list, such as `Actions[2].Then` */
export function buildActions(json: JsonValue | undefined, path: string): readonly Action[] {
  const list = new Definition({ list: json ?? null }).array('list');
  return list.flatMap((item, i) => (isObject(item) ? [buildAction(item, `${path}[${i}]`)] : []));
}

function buildAction(body: JsonObject, path: string): Action {
  const definition = new Definition(body);
  const when = definition.value('When');
  const inner = INNER_NAMES.filter((name) => definition.value(name) !== undefined).map(
    (name) => [name, buildActions(definition.value(name), `${path}.${name}`)] as const,
  );
  return {
    name: definition.text('Name') ?? '',
    type: definition.text('Type') ?? '',
    ...(when !== undefined && { when }),
    onError: definition.text('OnError') === 'Continue' ? 'Continue' : 'Fail',
    path,
    body,
    inner: Object.fromEntries(inner),
  };
}
