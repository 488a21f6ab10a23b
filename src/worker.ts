/** Program of a worker, which serves under the primary that started it (setting CLUSTER). */
import { settingsFromPrimary, shareMetrics, takeConnections } from './platform/http/cluster/join-primary.js';
import { Scrape } from './platform/observability/metrics/scrape.js';
import { runProgram } from './program.js';
import { serve } from './serve.js';

await runProgram(async () => {
  const app = await serve(await settingsFromPrimary());
  shareMetrics(app.get(Scrape));
  takeConnections(app.getHttpServer());
});
