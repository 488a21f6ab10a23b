import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Entity, HookEvent } from '#core/catalogue/entity.js';
import type { HttpHook } from '#core/catalogue/http-hook.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { RecordAnswer } from '#records/core/hooks/hook-answer.js';
import { hookRequest, sentContent, sentRecord } from '#records/core/hooks/hook-request.js';
import { assignValue, callerOf, refuseRecord, type HookCall, type HookedRecord } from './hooked-record.js';
import { type HookAnswers, HookQuestions, type HookQuestion, type HooksUnanswered } from './hook-questions.js';
import { SendHookCall } from './send-hook-call.service.js';

/** Most records and characters of one call; a single longer record is sent alone. */
const [MAX_RECORDS, MAX_CHARACTERS] = [1_000, 4_000_000];
/** Most records of a delete that are sent. */
const MAX_DELETED = 1_000;
/** Times that a record may be asked about, while others change it. */
const MAX_ROUNDS = 3;

/** A call's records without those members that only a transaction has. */
type AppliedCall = Pick<HookCall, 'ctx' | 'entity' | 'event' | 'faults'>;

/** A record as one hook is sent it. */
interface SentRecord {
  readonly record: HookedRecord;
  /** Key of the answer. */
  readonly key: string;
  readonly text: string;
}

/** Hooks that other systems answer over HTTP, outside of the transaction of the write (docs/validate-over-http.md). */
@Injectable()
export class HttpHooks {
  /** Hooks of each entity by event; a new catalogue has new entities. */
  readonly #known = new WeakMap<Entity, Map<HookEvent, readonly HttpHook[]>>();

  constructor(private readonly calls: SendHookCall) {}

  /** Hooks of an entity's event, in the order of its definition. */
  of(entity: Entity, event: HookEvent): readonly HttpHook[] {
    if (entity.hooks.length === 0) return NO_HOOKS;
    const known = this.#known.get(entity) ?? new Map<HookEvent, readonly HttpHook[]>();
    this.#known.set(entity, known);
    const found =
      known.get(event) ?? entity.hooks.flatMap(({ http, events }) => (http && events.includes(event) ? [http] : []));
    known.set(event, found);
    return found;
  }

  /**
   * Applies what the hooks of an event have answered. Where an answer is missing, the question is noted, and the write runs
   * again once it is answered.
   * @throws {DomainError} TooManyRows
   */
  apply(call: HookCall, records: readonly HookedRecord[]): void {
    const hooks = this.of(call.entity, call.event);
    if (hooks.length === 0 || records.length === 0) return;
    if (call.event === 'BeforeDelete') requireFew(call.entity, records.length);
    const answers = HookQuestions.answersOf(call.tx, records.length);
    const asked = records.map((record) => ({ ...record, sets: new Map(record.sets) }));
    for (const hook of hooks) {
      const all = answers && sentRecords(call, hook, records);
      if (!all || unanswered(all, answers).length > 0) {
        const { ctx, entity, event } = call;
        return HookQuestions.note(call.tx, { call: { ctx, entity, event }, records: asked });
      }
      if (applyAnswers(call, hook, all, answers) === 'skipped') noteSkipped(call, hook);
    }
  }

  /**
   * Asks what a transaction has noted, after it was rolled back.
   * @throws {DomainError} HookUnavailable; Conflict when the records were changed again and again
   */
  async ask({ questions, seen }: HooksUnanswered, answers: HookAnswers, dryRun: boolean): Promise<void> {
    if (answers.asked >= MAX_ROUNDS * seen) throw changedMeanwhile();
    for (const question of merged(questions)) await this.#ask(question, answers, dryRun);
  }

  async #ask({ call, records }: HookQuestion, answers: HookAnswers, dryRun: boolean): Promise<void> {
    const applied: AppliedCall = { ...call, faults: [] };
    let most = 0;
    for (const hook of this.of(call.entity, call.event)) {
      const all = sentRecords(applied, hook, records);
      const missing = unanswered(all, answers);
      most = Math.max(most, missing.length);
      for (const part of partsOf(missing)) await this.#askPart(call, hook, part, { answers, dryRun });
      applyAnswers(applied, hook, all, answers);
    }
    // A round that finds nothing to ask counts, too, so that the rounds of a write end.
    answers.asked += Math.max(most, 1);
  }

  async #askPart(
    { ctx, entity, event }: HookQuestion['call'],
    hook: HttpHook,
    part: readonly SentRecord[],
    { answers, dryRun }: { readonly answers: HookAnswers; readonly dryRun: boolean },
  ): Promise<void> {
    const number = answers.numberOf(entity.name, digest([event, ...part.map(({ text }) => text)]));
    const eventId = `${ctx.correlationId}.${entity.name}.${number}`;
    const { correlationId } = ctx;
    const head = { eventId, event, dryRun, entityName: entity.name, correlationId, caller: sentCaller(ctx) };
    const body = hookRequest(
      head,
      part.map(({ text }) => text),
    );
    const answered = { entity, hook, maySet: event !== 'BeforeDelete', count: part.length };
    const answer = await this.calls.send({ ctx, answered, eventId, body });
    part.forEach(({ key }, i) => answers.add(key, answer ? answer[i] : 'skipped'));
  }
}

const NO_HOOKS: readonly HttpHook[] = [];

function requireFew({ name }: Entity, records: number): void {
  if (records <= MAX_DELETED) return;
  const message = `The delete covers ${records} records of ${name}, which has hooks over HTTP; at most ${MAX_DELETED} are allowed. Delete fewer at a time.`;
  throw new DomainError({ code: 'TooManyRows', message, params: { MaxRows: MAX_DELETED } });
}

const changedMeanwhile = (): DomainError =>
  new DomainError({
    code: 'Conflict',
    message: 'Others changed the records again and again while hooks were asked. Send the request again.',
  });

/** Records of one entity and event are asked about together. */
function merged(questions: readonly HookQuestion[]): readonly HookQuestion[] {
  const byEvent = new Map<string, HookQuestion>();
  for (const { call, records } of questions) {
    const key = `${call.entity.name} ${call.event}`;
    byEvent.set(key, { call, records: [...(byEvent.get(key)?.records ?? []), ...records] });
  }
  return [...byEvent.values()];
}

/** Records without an answer, in their order, each content once. */
const unanswered = (all: readonly SentRecord[], answers: HookAnswers): readonly SentRecord[] => [
  ...new Map(all.filter(({ key }) => answers.find(key) === undefined).map((record) => [record.key, record])).values(),
];

const sentRecords = (
  call: Pick<HookCall, 'entity' | 'event'>,
  hook: HttpHook,
  records: readonly HookedRecord[],
): readonly SentRecord[] => records.map((record) => sent(call, hook, record));

/** Writes what a hook is sent of a record. */
function sent(
  { entity, event }: Pick<HookCall, 'entity' | 'event'>,
  hook: HttpHook,
  subject: HookedRecord,
): SentRecord {
  const { record, old, assigned, place } = subject;
  const content = sentContent(
    entity,
    hook,
    event === 'BeforeDelete' ? { old: record, assigned } : { record, old, assigned },
  );
  // A part of a write does not know its place in the request yet.
  return {
    record: subject,
    key: digest([event, entity.name, hook.name, content]),
    text: sentRecord(content, place(undefined).path ?? ''),
  };
}

const digest = (texts: readonly string[]): string =>
  texts.reduce((hash, text) => hash.update(text).update('\n'), createHash('sha256')).digest('base64');

function* partsOf(records: readonly SentRecord[]): Generator<readonly SentRecord[]> {
  let [part, characters]: [SentRecord[], number] = [[], 0];
  for (const record of records) {
    const isFull = part.length === MAX_RECORDS || characters + record.text.length > MAX_CHARACTERS;
    if (isFull && part.length > 0) {
      yield part;
      [part, characters] = [[], 0];
    }
    part.push(record);
    characters += record.text.length;
  }
  if (part.length > 0) yield part;
}

/** Applies the answers of a hook, which has one for each record. @returns `skipped` where its call failed for one */
function applyAnswers(
  call: AppliedCall,
  hook: HttpHook,
  all: readonly SentRecord[],
  answers: HookAnswers,
): 'skipped' | undefined {
  let result: 'skipped' | undefined;
  for (const { record, key } of all) {
    const answer = answers.find(key)!;
    if (answer === 'skipped') result = answer;
    else applyAnswer(call, hook, record, answer);
  }
  return result;
}

/** Notes for the caller and the audit log that the write goes on without a hook. */
function noteSkipped({ ctx, entity, tx }: HookCall, { name }: HttpHook): void {
  ctx.submission?.addToLog(`${entity.name}: the hook ${name} could not be asked; the write went on without it.`);
  HookQuestions.skip(tx, entity.name, name);
}

function applyAnswer(call: AppliedCall, hook: HttpHook, record: HookedRecord, { refusals, sets }: RecordAnswer): void {
  for (const refusal of refusals) refuseRecord(call, record, refusal);
  for (const [name, value] of sets)
    assignValue(call, record, { hookName: hook.name, field: call.entity.fields.get(name.toLowerCase())!, value });
}

function sentCaller(ctx: RequestContext): Parameters<typeof hookRequest>[0]['caller'] {
  const { userId, userName, displayName, isAdministrator, roles, teamIds } = callerOf(ctx);
  return {
    UserId: userId,
    UserName: userName,
    DisplayName: displayName,
    IsAdministrator: isAdministrator,
    Roles: roles,
    TeamIds: teamIds,
  };
}
