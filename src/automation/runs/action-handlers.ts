import { Injectable } from '@nestjs/common';
import type { ActionType } from '#core/catalogue/workflow.js';
import type { ActionHandler } from './action-handler.js';

/** The handlers of all types of actions; modules register those that they own. */
@Injectable()
export class ActionHandlers {
  readonly #handlers = new Map<ActionType, ActionHandler>();

  register(type: ActionType, handler: ActionHandler): void {
    this.#handlers.set(type, handler);
  }

  of(type: ActionType): ActionHandler {
    const handler = this.#handlers.get(type);
    if (!handler) throw new Error(`No module executes actions of type ${type}.`);
    return handler;
  }
}
