import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { JsonText, JsonValue } from '#core/json/json.js';
import { OutcomeStore } from '#platform/operations/outcomes/outcome-store.repository.js';
import { ExecuteRoutine } from './execute-routine.service.js';
import { readStepCall } from './execute-bodies.js';

/**
 * Calls routines for steps of workflows. The outcome that a writing routine stores has the id of the step, so that it
 * writes once, and its result, which a second try answers. A routine that has written nothing is called again.
 */
@Injectable()
export class ExecuteRoutineOnce {
  constructor(
    private readonly routines: ExecuteRoutine,
    private readonly outcomes: OutcomeStore,
  ) {}

  /**
   * @param ctx of the step
   * @throws {DomainError} as `ExecuteRoutine.execute`
   */
  async execute(ctx: RequestContext, body: JsonValue): Promise<JsonText> {
    const command = readStepCall(ctx, body);
    const stored = await this.#stored(ctx);
    if (stored) return stored;
    try {
      return (await this.routines.execute(ctx, command)).stepOutput;
    } catch (error) {
      // The outcome's primary key refuses the second of two calls, one of which may have lost its node.
      const storedMeanwhile = await this.#stored(ctx);
      if (storedMeanwhile) return storedMeanwhile;
      throw error;
    }
  }

  async #stored({ correlationId, catalogue }: RequestContext): Promise<JsonText | undefined> {
    const outcome = await this.outcomes.find(correlationId);
    return outcome?.environmentId === catalogue.environment.id ? outcome.result : undefined;
  }
}
