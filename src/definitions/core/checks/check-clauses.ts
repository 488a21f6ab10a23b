import type { DefinitionProblem } from './definition-problem.js';
import { httpHookFaults, httpHookLimitFaults } from './check-http-hook.js';
import { clauseFaults, type MemberFaults } from './member-faults.js';
import { Definition } from '#core/catalogue/definition.js';
import { AFTER_COMMIT, type Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { isArray, type JsonValue } from '#core/json/json.js';

const EVENTS: readonly string[] = [
  ...['Insert', 'Update', 'Delete'].flatMap((write) => [`Before${write}`, `After${write}`]),
  AFTER_COMMIT,
];

/** Finds faults in the rules and hooks of one entity. */
export function* clauseProblems(
  ctx: RequestContext,
  entity: Entity,
  definition: Definition,
): Generator<DefinitionProblem> {
  for (const kind of ['Rule', 'Hook'] as const) {
    const parts = definition.objects(`${kind}s`).map((json) => new Definition(json));
    for (const [i, part] of parts.entries()) {
      const name = part.text('Name') ?? '';
      const about = {
        entityName: kind,
        id: part.text('Id') ?? `${entity.name}.${name}`,
        name: `${entity.name}, ${name}`,
      };
      const problems =
        kind === 'Rule' ? ruleProblems(ctx, entity, part) : hookProblems(ctx, entity, part, parts.slice(0, i));
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

function* afterCommitProblems(hook: Definition, events: readonly JsonValue[]): MemberFaults {
  if (events.length > 1)
    yield { fieldName: 'Events', message: `${AFTER_COMMIT} stands alone: give the other events to another hook.` };
  if (hook.text('Handler') === undefined)
    yield { fieldName: 'Handler', message: `A hook with the event ${AFTER_COMMIT} needs a Handler.` };
}

function* hookProblems(
  ctx: RequestContext,
  entity: Entity,
  hook: Definition,
  before: readonly Definition[],
): MemberFaults {
  const events = hook.value('Events') ?? null;
  if (!isArray(events) || events.length === 0 || !events.every(isEvent)) {
    yield { fieldName: 'Events', message: `Events must be an array of ${EVENTS.join(', ')}.` };
  }
  if (isArray(events) && events.includes(AFTER_COMMIT)) yield* afterCommitProblems(hook, events);
  const rejectWhen = hook.value('RejectWhen');
  const isDeclared = rejectWhen !== undefined;
  const kinds = [isDeclared, hook.text('Handler') !== undefined, hook.text('Url') !== undefined];
  if (kinds.filter(Boolean).length !== 1) {
    yield { fieldName: 'RejectWhen', message: 'A hook has either RejectWhen with a Message, or a Handler, or a Url.' };
  }
  yield* httpHookFaults(entity, hook);
  yield* httpHookLimitFaults(hook, before);
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
