/** Program of a worker, which serves under the primary that started it (setting CLUSTER). */
import { settingsFromPrimary, takeConnections } from './platform/cluster/join-primary.js';
import { runProgram } from './program.js';
import { serve } from './serve.js';

await runProgram(async () => {
  const app = await serve(await settingsFromPrimary());
  takeConnections(app.getHttpServer());
});
