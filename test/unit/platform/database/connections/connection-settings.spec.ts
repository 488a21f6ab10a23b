import { clientConfig } from '#platform/database/connections/connection-settings.js';

const optionsOf = (url: string): string | null => {
  const { connectionString } = clientConfig({ url, statementTimeoutMs: 30_000, lockTimeoutMs: 5_000 });
  return new URL(connectionString!).searchParams.get('options');
};

describe('clientConfig', () => {
  // Requirement: F5
  it('sends the session settings with the connection', () => {
    expect(optionsOf('postgres://u:p@h/db')).toMatch(/ -c statement_timeout=30000 -c lock_timeout=5000 /);
  });

  it('places options of the URL last, where they win', () => {
    expect(optionsOf('postgres://u:p@h/db?options=-c%20jit%3Don')).toMatch(/-c jit=off .*-c jit=on$/);
  });

  it('does not change the rest of the URL', () => {
    const { connectionString } = clientConfig({
      url: 'postgres://u:p%2B+x@h/db?ssl=true',
      statementTimeoutMs: 1,
      lockTimeoutMs: 1,
    });
    expect(connectionString).toMatch(/^postgres:\/\/u:p%2B\+x@h\/db\?ssl=true&/);
  });
});
