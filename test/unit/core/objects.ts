import { type Routine, readRoutine } from '#routines/core/routine.js';
import { type JsonObject, JsonNumber } from '#core/json/json.js';

/** A registered object as its record describes it; without anything else a scalar function without parameters. */
export const registered = (record: JsonObject): Routine =>
  readRoutine({ ObjectName: 'Thing', ObjectType: new JsonNumber('2'), ReturnType: 'Int', ...record }).routine;
