import type { RequestContext } from '#core/context/context.js';
import type { DefinitionLimits } from '#core/catalogue/definition-limits.js';
import type { Fault } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import type { Steps } from '#core/steps.js';
import { DOCUMENT_MEMBERS, DocumentReader, type GivenDefinition } from './read-document.js';

/** A document that an environment is compared with, or brought to. */
export interface EnvironmentFile {
  /** Definitions by the entity of their kind. */
  readonly given: ReadonlyMap<string, readonly GivenDefinition[]>;
  /** True: deletes what the document lacks. */
  readonly prune: boolean;
  /** Version of the plan that is applied; absent: whatever the environment is by now. */
  readonly version?: string;
  /** Applies for real and leaves nothing. */
  readonly dryRun: boolean;
  readonly shapeFaults: readonly Fault[];
}

/** Reads the body of POST /api/v1/environment/plan and /apply, or a file. */
export function* readEnvironmentFile(
  ctx: RequestContext,
  body: JsonValue | undefined,
  limits?: DefinitionLimits,
): Steps<{ readonly command: EnvironmentFile; readonly log: readonly string[] }> {
  const reader = readerOf(ctx);
  const members = reader.object(body, '', DOCUMENT_MEMBERS);
  const version = members.optionalText('Version');
  const options = members.has('Options')
    ? reader.closedObject(members.value('Options'), 'Options', ['DryRun'])
    : undefined;
  const prune = members.flag('Prune', false);
  const dryRun = options?.flag('DryRun', false) ?? false;
  const given = yield* new DocumentReader(ctx.catalogue, reader, limits).read(members);
  const file = { given, prune, dryRun, shapeFaults: reader.faults.list };
  return { command: { ...file, ...(version !== undefined && { version }) }, log: reader.log };
}
