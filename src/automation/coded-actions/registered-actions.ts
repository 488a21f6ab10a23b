import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { MissingHandlers } from '#definitions/index.js';
import { countBlocks } from '#platform/observability/blocking-code.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { StartRefused } from '#platform/process/config/start-refused.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import type { CodedAction } from '#automation/core/coded-actions/coded-action.js';
import { type DeclaredAction, readDeclared } from './declared-action.js';
import { PerformCodedActions } from './perform-coded-actions.service.js';
import { ACTION, type WorkflowAction } from './workflow-action.js';

/** Actions of workflows in code by their types: every provider with `@WorkflowAction`. */
@Injectable()
export class RegisteredActions implements OnModuleInit {
  readonly #actions = new Map<string, DeclaredAction>();
  #all: readonly CodedAction[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly handlers: ActionHandlers,
    private readonly performs: PerformCodedActions,
    private readonly metrics: Metrics,
    missing: MissingHandlers,
  ) {
    missing.know('action', () => [...this.#actions.keys()]);
  }

  /** @throws {StartRefused} with all faults of all declarations */
  async onModuleInit(): Promise<void> {
    const faults: string[] = [];
    for (const provider of this.discovery.getProviders({ metadataKey: ACTION.KEY })) {
      const name = provider.metatype?.name ?? provider.name;
      const read = await readDeclared(
        this.discovery.getMetadataByDecorator(ACTION, provider)!,
        provider.metatype ?? {},
      );
      if (!('type' in read)) faults.push(...read.map((fault) => `${name} ${fault}`));
      else if (this.#actions.has(read.type))
        faults.push(`${name} has the action ${read.type}, as another class has. Rename it.`);
      else this.#add(read, provider.instance as WorkflowAction<never>);
    }
    if (faults.length > 0) throw new StartRefused(`Bad actions:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
    this.#all = [...this.#actions.values()]
      .toSorted((a, b) => (a.type < b.type ? -1 : 1))
      .map(({ type, input, output }) => ({
        type,
        input: input.json,
        outputMembers: output.members,
        inputFaults: (json) => input.literalFaults(json),
      }));
  }

  /** All of them in the order of their types. */
  get all(): readonly CodedAction[] {
    return this.#all;
  }

  #add(declared: DeclaredAction, action: WorkflowAction<never>): void {
    countBlocks(this.metrics, declared.type);
    this.#actions.set(declared.type, declared);
    this.handlers.register(declared.type, { prepare: (call) => this.performs.prepare({ ...declared, action }, call) });
  }
}
