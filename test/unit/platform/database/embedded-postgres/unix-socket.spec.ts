import { socketSetting, throughSocket } from '#platform/database/embedded-postgres/unix-socket.js';

describe('the socket of the embedded server', () => {
  it('is in the folder of the cluster, in the quotes of the setting', () => {
    expect(socketSetting('/data, "old"/postgres', 5432, 'linux')).toBe('"/data, ""old""/postgres"');
  });

  it('is left out when its path would be too long, counted in bytes', () => {
    const folder = (letter: string): string => `/${letter.repeat(88)}`;
    expect(socketSetting(folder('a'), 5432, 'linux')).not.toBe('');
    expect(socketSetting(folder('a'), 54321, 'linux')).toBe('');
    expect(socketSetting(folder('ä'), 5432, 'linux')).toBe('');
  });

  it('is left out on Windows', () => {
    expect(socketSetting('/data/postgres', 5432, 'win32')).toBe('');
  });
});

it('adds the socket to a URL, which keeps its host for parsers of URLs', () => {
  const url = 'postgres://me:secret@127.0.0.1:5432/db?options=-c%20jit%3Doff';
  const through = new URL(throughSocket(url, '/with space/postgres'));
  expect(through.searchParams.get('host')).toBe('/with space/postgres');
  expect(through.searchParams.get('options')).toBe('-c jit=off');
  expect([through.host, through.username, through.password]).toEqual(['127.0.0.1:5432', 'me', 'secret']);
  expect(throughSocket(url, undefined)).toBe(url);
});
