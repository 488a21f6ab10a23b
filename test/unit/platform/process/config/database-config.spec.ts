import { loadConfig } from '#platform/process/config/load-config.js';

it('reads standbys, separated by commas', () => {
  const { standbyUrls } = loadConfig({
    NODE_ENV: 'production',
    JWT_SECRET: 'd2b1c07f9e4a6835b0f1e2d3c4a59687',
    DATABASE_URL: 'postgres://db/x',
    READ_DATABASE_URLS: 'postgres://s/x, postgresql:///x?host=/run/standby',
  }).database;
  expect(standbyUrls).toEqual(['postgres://s/x', 'postgresql://localhost/x?host=/run/standby']);
});
