import { Injectable } from '@nestjs/common';
import type { ActionHandler } from './action-handler.js';

/** The handlers of all types of actions; modules register those that they own. */
@Injectable()
export class ActionHandlers {
  readonly #handlers = new Map<string, ActionHandler>();

  register(type: string, handler: ActionHandler): void {
    this.#handlers.set(type, handler);
  }

  /** The handler of a type; undefined where this node lacks it. */
  of(type: string): ActionHandler | undefined {
    return this.#handlers.get(type);
  }
}
