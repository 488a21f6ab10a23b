import type { Scenario } from './scenario.js';
import { type Answered, repeatedly, type Stage } from './stage.js';

const sleepTest =
  (user: string, seconds: number) =>
  (stage: Stage): Promise<Answered> =>
    stage.send(user, 'POST', '/database/execute', {
      ObjectName: 'SleepTest',
      ObjectType: 2,
      Parameters: [{ Name: 'Seconds', Value: seconds }],
    });

/** Ten calls at once that sleep as long as they can. */
export const sleepingObjects: Scenario = {
  name: '10 calls of a sleeping object',
  attack: async (stage) => repeatedly(10, () => sleepTest('omar.outside', 9)(stage)),
  victims: {
    'call in the environment': { work: sleepTest('mona.manager', 0), bound: { maxMs: 1_000 } },
    'call in another': { work: sleepTest('bob.bay', 0), bound: { times: 2, ofMedian: true } },
  },
  pauseMs: 100,
};
