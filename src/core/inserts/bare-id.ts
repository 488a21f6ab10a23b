import type { RequestContext } from '../context.js';

/** Whether caller or environment want no more of a created record than its Id. */
export const returnsIdOnly = ({ preferences, catalogue }: RequestContext): boolean =>
  preferences.returnId || catalogue.environment.settings.insertResult === 'Id';
