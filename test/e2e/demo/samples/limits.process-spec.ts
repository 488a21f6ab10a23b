import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { SampleProcess } from './sample-process.js';

const WINDOW_SECONDS = 10;
/** Time in which the sample makes its next call, however busy the machine is. */
const ENOUGH_SECONDS = 6;

/** Longer than the sample is waited for, so that a failure tells what it said. */
jest.setTimeout(120_000);

// Requirement: R214
describe('the sample for the terminal, with a limit of requests', () => {
  let app: TestApp;
  let sample: SampleProcess | undefined;
  beforeAll(async () => {
    app = await TestApp.start({ USER_REQUESTS: '20', LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS) });
  });
  afterAll(async () => {
    await sample?.stop();
    await app.stop();
  });

  /** Uses up the limit of nina.north, early in a window. */
  const useUp = (): Promise<void> =>
    until('the limit is used up', async () => {
      const { status, headers } = await app.as('nina.north').get('/access');
      return status === 429 && Number(headers.get('Retry-After')) >= ENOUGH_SECONDS;
    });

  // See docs/front-ends.md#follow-every-change
  it('makes refused calls and writes again when the limit is renewed', async () => {
    await useUp();
    sample = SampleProcess.start(app.url);
    await sample.says(/Too many requests/);
    await sample.says(/nina\.north hears of every Note/);
    await useUp();
    sample.type('After the limit');
    await sample.says(/200 [\da-f-]{36}/);
    await sample.says(/Create [\da-f-]{36}/);
    const { body } = await app.as('ada.admin').select('Note', { SelectedFields: ['Subject'] });
    expect(body.Result).toContainEqual({ Subject: 'After the limit' });
  });
});
