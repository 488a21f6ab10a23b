import type { Routine } from '../../../../src/core/routines/routine.js';
import { readRoutine } from '../../../../src/core/routines/routine.js';
import type { JsonObject } from '../../../../src/core/json/json.js';
import { JsonNumber } from '../../../../src/core/json/json.js';

/** A registered object as its record describes it; without anything else a scalar function without parameters. */
export const registered = (record: JsonObject): Routine =>
  readRoutine({ ObjectName: 'Thing', ObjectType: new JsonNumber('2'), ReturnType: 'Int', ...record }).routine;
