import type { RequestContext } from '../context.js';

/** True where the client or the environment asks for the Id of a created record alone. */
export const returnsIdOnly = ({ preferences, catalogue }: RequestContext): boolean =>
  preferences.returnId || catalogue.environment.settings.insertResult === 'Id';
