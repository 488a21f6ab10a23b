import type { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import {
  HTTP_HOOK_FAILURES,
  HTTP_HOOK_MODES,
  MAX_HTTP_HOOK_TIMEOUT_MS,
  MAX_HTTP_HOOKS,
} from '#core/catalogue/http-hook.js';
import { isArray } from '#core/json/json.js';
import { faultAt, namesFaults, type MemberFaults } from './member-faults.js';

/** Events before a write, on which hooks are called over HTTP. */
const HTTP_EVENTS: readonly string[] = ['BeforeInsert', 'BeforeUpdate', 'BeforeDelete'];

/** Members that need a `Url` beside them. */
const HTTP_MEMBERS = ['Mode', 'TimeoutMs', 'OnFailure', 'SendFields'] as const;

const [MIN_TIMEOUT_MS, MAX_TIMEOUT_MS] = [1, MAX_HTTP_HOOK_TIMEOUT_MS];

/** Checks the members of a hook that is called over HTTP, but for its host. */
export function* httpHookFaults(entity: Entity, hook: Definition): MemberFaults {
  if (hook.text('Url') === undefined) {
    for (const name of HTTP_MEMBERS)
      if (hook.value(name) !== undefined) yield faultAt(name, `${name} is allowed only together with Url.`);
    return;
  }
  if (hook.texts('Events').some((event) => !HTTP_EVENTS.includes(event)))
    yield faultAt('Events', `A hook with a Url has events of ${HTTP_EVENTS.join(', ')} only.`);
  for (const name of ['Message', 'FieldName'])
    if (hook.text(name) !== undefined)
      yield faultAt(name, `${name} is not allowed together with Url; the answer names it.`);
  yield* choiceFaults(hook, 'Mode', HTTP_HOOK_MODES);
  yield* choiceFaults(hook, 'OnFailure', HTTP_HOOK_FAILURES);
  yield* timeoutFaults(hook);
  yield* sendFieldsFaults(entity, hook);
}

function* timeoutFaults(hook: Definition): MemberFaults {
  const timeoutMs = hook.int('TimeoutMs');
  if (timeoutMs !== undefined && !(timeoutMs >= MIN_TIMEOUT_MS && timeoutMs <= MAX_TIMEOUT_MS))
    yield faultAt('TimeoutMs', `TimeoutMs must be from ${MIN_TIMEOUT_MS} to ${MAX_TIMEOUT_MS} milliseconds.`);
}

function* sendFieldsFaults(entity: Entity, hook: Definition): MemberFaults {
  const names = [...entity.fields.values()].map(({ name }) => name);
  const fields = hook.value('SendFields');
  yield* namesFaults(fields, 'SendFields', { kind: `a field of ${entity.name}`, names });
  if (isArray(fields) && new Set(fields).size < fields.length)
    yield faultAt('SendFields', 'SendFields names a field twice.');
}

function* choiceFaults(hook: Definition, name: string, choices: readonly string[]): MemberFaults {
  const value = hook.value(name);
  if (value !== undefined && !choices.includes(value as string))
    yield faultAt(name, `${name} must be one of ${choices.join(', ')}.`);
}

/** Checks how many hooks of an entity are called over HTTP on one event. @param before hooks that precede this one */
export function* httpHookLimitFaults(hook: Definition, before: readonly Definition[]): MemberFaults {
  if (hook.text('Url') === undefined) return;
  for (const event of new Set(hook.texts('Events'))) {
    const others = before.filter((each) => each.text('Url') !== undefined && each.texts('Events').includes(event));
    if (others.length >= MAX_HTTP_HOOKS)
      yield faultAt('Events', `An entity has at most ${MAX_HTTP_HOOKS} hooks with a Url on ${event}.`);
  }
}
