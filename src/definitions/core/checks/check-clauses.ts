import type { DefinitionProblem } from './definition-problem.js';
import { clauseFaults, type MemberFaults } from './member-faults.js';
import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, type JsonValue } from '#core/json/json.js';

const EVENTS: readonly string[] = ['Insert', 'Update', 'Delete'].flatMap((write) => [
  `Before${write}`,
  `After${write}`,
]);

/** Finds faults in the rules and hooks of one entity. */
export function* clauseProblems(
  ctx: RequestContext,
  entity: Entity,
  definition: Definition,
): Generator<DefinitionProblem> {
  for (const kind of ['Rule', 'Hook'] as const) {
    for (const json of definition.objects(`${kind}s`)) {
      const part = new Definition(json);
      const name = part.text('Name') ?? '';
      const about = {
        entityName: kind,
        id: part.text('Id') ?? `${entity.name}.${name}`,
        name: `${entity.name}, ${name}`,
      };
      const problems = kind === 'Rule' ? ruleProblems(ctx, entity, part) : hookProblems(ctx, entity, part);
      for (const { message, ...where } of [...problems, ...reportedProblems(entity, part)]) {
        yield { ...about, ...where, message: `${about.name}: ${message}` };
      }
    }
  }
}

function* ruleProblems(ctx: RequestContext, entity: Entity, rule: Definition): MemberFaults {
  yield* clauseFaults(ctx, entity, rule.value('WhereClause') ?? null, 'WhereClause');
}

const isEvent = (event: JsonValue): boolean => typeof event === 'string' && EVENTS.includes(event);

function* hookProblems(ctx: RequestContext, entity: Entity, hook: Definition): MemberFaults {
  const events = hook.value('Events') ?? null;
  if (!isArray(events) || events.length === 0 || !events.every(isEvent)) {
    yield { fieldName: 'Events', message: `Events must be an array of ${EVENTS.join(', ')}.` };
  }
  const rejectWhen = hook.value('RejectWhen');
  const isDeclared = rejectWhen !== undefined;
  if (isDeclared === (hook.text('Handler') !== undefined)) {
    yield { fieldName: 'RejectWhen', message: 'A hook has either RejectWhen with a Message, or a Handler.' };
  }
  if (!isDeclared) return;
  if (!hook.text('Message')) yield { fieldName: 'Message', message: 'Message is required beside RejectWhen.' };
  yield* clauseFaults(ctx, entity, rejectWhen, 'RejectWhen');
}

/** Checks the field on which a refusal is reported. */
function* reportedProblems(entity: Entity, part: Definition): MemberFaults {
  const fieldName = part.text('FieldName');
  if (fieldName && !entity.fields.has(fieldName.toLowerCase())) {
    yield { fieldName: 'FieldName', message: `${entity.name} has no field ${fieldName}.` };
  }
}
