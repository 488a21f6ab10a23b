import { Logger } from '@nestjs/common';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { Config } from '#platform/process/config/config.js';
import { loadConfig } from '#platform/process/config/load-config.js';
import { Secrets } from '#platform/outbound/secrets.service.js';
import { until } from '../../../support/until.js';

const [ONE, OTHER] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-22222222222A'];

describe('Secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const path = join(folder, 'secrets.json');
  const write = (content: unknown): void => {
    writeFileSync(`${path}.new`, typeof content === 'string' ? content : JSON.stringify(content));
    renameSync(`${path}.new`, path);
  };
  const load = (): Config => loadConfig({ SECRETS_FILE: path });
  afterAll(() => rmSync(folder, { recursive: true }));

  // Requirement: R191, S18
  it('finds a secret in its own environment only', () => {
    write({ [ONE]: { Key: 'of-the-first' }, [OTHER]: { Key: 'of-the-other', signing: 'signing-key' } });
    const secrets = new Secrets(load());
    expect([secrets.find(ONE, 'Key'), secrets.find(OTHER.toLowerCase(), 'Key')]).toEqual([
      'of-the-first',
      'of-the-other',
    ]);
    expect([secrets.find(ONE, 'key'), secrets.find(ONE, 'toString'), secrets.find('__proto__', 'Key')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('does not give out the signing key', () => {
    const secrets = new Secrets(load());
    expect([secrets.find(OTHER, 'signing'), secrets.signingKey(OTHER), secrets.signingKey(ONE)]).toEqual([
      undefined,
      'signing-key',
      undefined,
    ]);
    expect(secrets.redact(OTHER, 'signing-key of-the-other of-the-first')).toBe('[redacted] [redacted] of-the-first');
  });

  it('reads a changed file again, and keeps its secrets while the file is faulty', async () => {
    const secrets = new Secrets(load());
    write({ [ONE]: { Key: 'changed-secret' } });
    const warn = mock.method(Logger.prototype, 'warn', () => {});
    await until('the changed secret is found', () => secrets.find(ONE, 'Key') === 'changed-secret');
    write({ [ONE]: { Key: 'short' } });
    await until('the fault is logged', () => {
      secrets.find(ONE, 'Key');
      // Other parts of the process may warn meanwhile.
      return warn.mock.calls.some((call) => String(call.arguments[0]).includes('stay in force'));
    });
    expect(secrets.find(ONE, 'Key')).toBe('changed-secret');
    write({ [ONE]: { Key: 'changed-again' } });
    await until('the repaired file is read', () => secrets.find(ONE, 'Key') === 'changed-again');
  });

  it('has none without a file', () => {
    const secrets = new Secrets(loadConfig({}));
    expect([secrets.find(ONE, 'Key'), secrets.signingKey(ONE)]).toEqual([undefined, undefined]);
  });

  it.each<[string, unknown, RegExp]>([
    ['malformed JSON', '{"a', /is malformed.*line 1/],
    ['a list', [], /must hold a JSON object/],
    ['secrets of no environment', { Key: 'hunter2222' }, /environment ids as members, not 'Key'/],
    ['an environment without an object', { [ONE]: 'hunter2222' }, /an object with secrets for environment 1/],
    ['an odd name', { [ONE]: { 'a b': 'hunter2222' } }, /not 'a b'/],
    ['a number', { [ONE]: { Key: 123456789 } }, /text of 8 to 8192 characters/],
    ['a short secret', { [ONE]: { Key: 'hunter2' } }, /text of 8 to 8192 characters/],
    ['a line break', { [ONE]: { Key: 'hunter2222\n' } }, /in one line for secret Key/],
    ['the same environment twice', `{"${ONE}":{},"${ONE}":{}}`, /duplicate member/],
    ['more than a megabyte', ' '.repeat(1_048_577), /at most 1048576 bytes/],
  ])('stops the start when the file holds %s', (_, content, problem) => {
    write(content);
    expect(load).toThrow(problem);
    expect(load).toThrow(/^(?!.*hunter2)[^]*SECRETS_FILE/);
  });

  it('stops the start when the file cannot be read', () => {
    rmSync(path);
    expect(load).toThrow('SECRETS_FILE cannot be read (ENOENT)');
    expect(() => loadConfig({ SECRETS_FILE: folder })).toThrow('SECRETS_FILE cannot be read (EISDIR)');
  });
});
