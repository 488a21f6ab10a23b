import { DomainError } from '#core/errors.js';
import { addressOf } from '#platform/auth/context-headers.js';

const UUID = '0197A3F0-6B1C-7C3E-9F00-0123456789AB';

/** Node gives header names in lower case. */
const headers = (tenantid?: string, appid?: string, environmentid?: string) => ({ tenantid, appid, environmentid });

function faultsOf(...values: Parameters<typeof headers>): string[] {
  try {
    addressOf(headers(...values));
    return [];
  } catch (error) {
    return (error as DomainError).faults.map(({ code, params }) => `${code} ${String(params?.Header)}`);
  }
}

describe('placeOf', () => {
  // Requirement: R7, R9
  it.each([[UUID], [UUID.toLowerCase()], ['acme'], ['A'], ['9-lives_2'], ['x'.repeat(63)]])(
    'accepts %s as id or short name',
    (value) => {
      expect(addressOf(headers(value, 'app', 'dev'))).toEqual({ tenant: value, app: 'app', environment: 'dev' });
    },
  );

  // Requirement: R8
  it.each([
    ['-acme'],
    ['_acme'],
    ['x'.repeat(64)],
    ['a b'],
    ['a,b'],
    ['acme, acme'],
    [`{${UUID}}`],
    ["a'; DROP"],
    ['../acme'],
    ['ácme'],
    ['acme\n'],
  ])('refuses %j as malformed', (value) => {
    expect(faultsOf('acme', value, 'dev')).toEqual(['ContextInvalid AppId']);
  });

  // Requirement: R8, T1
  it.each<[Parameters<typeof headers>, string[]]>([
    [[], ['ContextMissing TenantId', 'ContextMissing AppId', 'ContextMissing EnvironmentId']],
    [['acme', undefined, 'dev'], ['ContextMissing AppId']],
    [['acme', '', 'dev'], ['ContextMissing AppId']],
    [
      ['a b', 'app', undefined],
      ['ContextMissing EnvironmentId', 'ContextInvalid TenantId'],
    ],
    [
      ['a b', '?', 'dev'],
      ['ContextInvalid TenantId', 'ContextInvalid AppId'],
    ],
  ])('reports all faulty headers of %j together', (values, faults) => {
    expect(faultsOf(...values)).toEqual(faults);
  });
});
