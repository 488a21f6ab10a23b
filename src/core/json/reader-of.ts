import type { RequestContext } from '../context.js';
import { ShapeReader } from '../requests/shape-reader.js';

/** A reader of a body of this call, by what its caller prefers and its environment allows. */
export const readerOf = ({ preferences, catalogue }: RequestContext, log?: string[]): ShapeReader =>
  new ShapeReader(preferences.strict, catalogue.environment.settings.absentValueIsNull, log);
