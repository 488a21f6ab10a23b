import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { afterCommitType } from '#core/catalogue/trigger.js';
import type { JsonObject } from '#core/json/json.js';
import { MissingHandlers } from '#definitions/index.js';
import { countBlocks } from '#platform/observability/blocking-code.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { StartRefused } from '#platform/process/config/start-refused.js';
import { plainOf } from '#automation/core/coded-actions/plain-json.js';
import type { OtherStep, StepCall } from '#automation/runs/action-handler.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import { AFTER_COMMIT_HOOK, type AfterCommit, type CommittedEvent, type CommittedRecord } from './after-commit.js';
import { type DeclaredHook, readDeclaredHook } from './declared-action.js';
import { PerformCodedActions } from './perform-coded-actions.service.js';

/** After-commit hooks by their names: every provider with `@AfterCommit`. */
@Injectable()
export class RegisteredAfterCommitHooks implements OnModuleInit {
  readonly #names = new Set<string>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly handlers: ActionHandlers,
    private readonly performs: PerformCodedActions,
    private readonly metrics: Metrics,
    missing: MissingHandlers,
  ) {
    missing.know('afterCommit', () => [...this.#names].toSorted());
  }

  /** @throws {StartRefused} with all faults of all declarations */
  onModuleInit(): void {
    const faults: string[] = [];
    for (const provider of this.discovery.getProviders({ metadataKey: AFTER_COMMIT_HOOK.KEY })) {
      const className = provider.metatype?.name ?? String(provider.name);
      const options = this.discovery.getMetadataByDecorator(AFTER_COMMIT_HOOK, provider)!;
      const read = readDeclaredHook(options, provider.metatype ?? {});
      if (!('name' in read)) faults.push(...read.map((fault) => `${className} ${fault}`));
      else if (this.#names.has(read.name))
        faults.push(`${className} has the after-commit hook ${read.name}, as another class has. Rename it.`);
      else this.#add(read, provider.instance as AfterCommit);
    }
    if (faults.length > 0)
      throw new StartRefused(`Bad after-commit hooks:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
  }

  #add({ name, timeoutMs }: DeclaredHook, hook: AfterCommit): void {
    this.#names.add(name);
    countBlocks(this.metrics, name);
    const prepare = (call: StepCall): OtherStep => {
      const event = eventOf(call);
      return this.performs.step({ type: name, timeoutMs }, call, async (context) => {
        await hook.run(context, event);
        return null;
      });
    };
    this.handlers.register(afterCommitType(name), { prepare });
  }
}

/** The change that a run is about. */
function eventOf({ ctx, record, input }: StepCall): CommittedEvent {
  const { Record: after, Old: before } = input;
  const shown = after ?? before ?? {};
  return Object.freeze({
    eventId: ctx.correlationId,
    entityName: record?.entityName ?? '',
    operation: operationOf(input),
    recordId: typeof shown.Id === 'string' ? shown.Id : '',
    rowVersion: plainOf(shown.RowVersion ?? null),
    ...(after && { record: recordOf(after) }),
    ...(before && { old: recordOf(before) }),
  });
}

function operationOf({ Record: after, Old: before }: StepCall['input']): CommittedEvent['operation'] {
  if (!before) return 'Insert';
  return after ? 'Update' : 'Delete';
}

const recordOf = (record: JsonObject): CommittedRecord => plainOf(record) as CommittedRecord;
