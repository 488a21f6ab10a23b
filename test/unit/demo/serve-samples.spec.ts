import { samplePage } from '#demo/serve-samples.js';
import { testConfig } from '../../support/test-config.js';

const page = (settings: Readonly<Record<string, string>>): string | undefined =>
  samplePage(testConfig('postgres://localhost/none', settings));

it('serves the sample page only with development tokens enabled', () => {
  expect(page({ DEV_TOKENS: 'true' })).toBe('/samples/page/');
  expect(page({ DEV_TOKENS: 'false' })).toBeUndefined();
  expect(
    page({ NODE_ENV: 'production', DEV_TOKENS: 'false', JWT_SECRET: 'd2b1c07f9e4a6835b0f1e2d3c4a59687' }),
  ).toBeUndefined();
});
