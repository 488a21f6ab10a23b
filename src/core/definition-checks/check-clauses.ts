import type { DefinitionProblem } from './definition-problem.js';
import { Definition } from '../catalogue/definition.js';
import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { isArray, type JsonValue } from '../json/json.js';
import { Args } from '../sql/args.js';
import { definedCriterion } from '../writes/defined-criterion.js';

const EVENTS: readonly string[] = ['Insert', 'Update', 'Delete'].flatMap((write) => [
  `Before${write}`,
  `After${write}`,
]);

/** What is wrong with the rules and hooks of one entity. */
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
      for (const [fieldName, message] of [...problems, ...reportedProblems(entity, part)]) {
        yield { ...about, fieldName, message: `${about.name}: ${message}` };
      }
    }
  }
}

type Problems = Generator<readonly [member: string, message: string]>;

function* ruleProblems(ctx: RequestContext, entity: Entity, rule: Definition): Problems {
  const problem = clauseProblem(ctx, entity, rule.value('WhereClause') ?? null);
  if (problem) yield ['WhereClause', problem];
}

const isEvent = (event: JsonValue): boolean => typeof event === 'string' && EVENTS.includes(event);

function* hookProblems(ctx: RequestContext, entity: Entity, hook: Definition): Problems {
  const events = hook.value('Events') ?? null;
  if (!isArray(events) || events.length === 0 || !events.every(isEvent)) {
    yield ['Events', `Events must be an array of ${EVENTS.join(', ')}.`];
  }
  const rejectWhen = hook.value('RejectWhen');
  const isDeclared = rejectWhen !== undefined;
  if (isDeclared === (hook.text('Handler') !== undefined)) {
    yield ['RejectWhen', 'A hook has either RejectWhen with a Message, or a Handler.'];
  }
  if (!isDeclared) return;
  if (!hook.text('Message')) yield ['Message', 'Message is required beside RejectWhen.'];
  const problem = clauseProblem(ctx, entity, rejectWhen);
  if (problem) yield ['RejectWhen', problem];
}

/** The field on which a refusal is reported. */
function* reportedProblems(entity: Entity, part: Definition): Problems {
  const fieldName = part.text('FieldName');
  if (fieldName && !entity.fields.has(fieldName.toLowerCase())) {
    yield ['FieldName', `${entity.name} has no field ${fieldName}.`];
  }
}

function clauseProblem(ctx: RequestContext, entity: Entity, where: JsonValue): string | undefined {
  try {
    definedCriterion(ctx, entity, where, new Args(ctx));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
