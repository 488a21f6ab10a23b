import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import type { OtherStep, StepCall } from '#automation/runs/action-handler.js';
import { ExecuteRoutineOnce } from '#routines/index.js';
import { membersOf, stepOutput } from './step-output.js';

const MEMBERS = ['ObjectName', 'ObjectType', 'Parameters'];

/** Executes ExecuteDatabaseObject. What the routine writes happens once per step, although it has a transaction of its own. */
@Injectable()
export class ExecuteRoutineHandler implements OnModuleInit {
  constructor(
    private readonly handlers: ActionHandlers,
    private readonly routines: ExecuteRoutineOnce,
  ) {}

  onModuleInit(): void {
    this.handlers.register('ExecuteDatabaseObject', this);
  }

  prepare({ ctx, body }: StepCall): OtherStep {
    const perform = async (): ReturnType<OtherStep['perform']> =>
      stepOutput((await this.routines.execute(ctx, membersOf(body, MEMBERS))).text);
    return { kind: 'other', writes: true, perform };
  }
}
