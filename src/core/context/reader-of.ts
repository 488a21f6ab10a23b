import type { RequestContext } from './context.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';

/** Creates a reader for a body of this call, with the caller's preferences and the environment's settings. */
export const readerOf = ({ preferences, catalogue }: RequestContext, log?: string[]): ShapeReader =>
  new ShapeReader(preferences.strict, catalogue.environment.settings.absentValueIsNull, log);
