import type { NewRunInput } from '#core/catalogue/run.js';

/** Member of a run's input for the key whose limits hold for the run. */
export const keyOfRun = (keyId: string | undefined): Pick<NewRunInput, 'ApiKeyId'> =>
  keyId === undefined ? {} : { ApiKeyId: keyId };
