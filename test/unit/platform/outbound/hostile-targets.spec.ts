import { Logger } from '@nestjs/common';
import { mock } from 'node:test';
import { AddressResolver } from '#platform/outbound/address-resolver.js';
import { callOf, faultOf, FixedResolver, outboundHttp, Receiver } from './receiver.js';

describe('OutboundHttp', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    mock.method(Logger.prototype, 'warn', () => {});
    receiver = await Receiver.start();
  });
  beforeEach(() => void (receiver.received.length = 0));
  afterAll(() => receiver.stop());

  const notAllowed = expect.stringMatching(
    /^Calls to \S+ \(port \d+\) are not allowed\. The operator lists hosts in HTTP_ALLOWED_HOSTS\.$/,
  );

  // Requirement: R191, S12
  it('calls nothing without a setting', async () => {
    const resolver = new FixedResolver({ 'example.com': [['127.0.0.1']] });
    const fault = await faultOf(outboundHttp({}, resolver).send(callOf(`http://example.com:${receiver.port}/`)));
    expect(fault).toMatchObject({ kind: 'permanent', message: notAllowed });
    expect(resolver.asked).toEqual([]);
  });

  // Requirement: R191, S12
  it.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
  ])('refuses %s even if its address is listed as allowed', async (template) => {
    const url = template.replace('PORT', String(receiver.port));
    const { hostname } = new URL(url);
    const http = outboundHttp({ HTTP_ALLOWED_HOSTS: `${hostname}:${receiver.port}` });
    expect(await faultOf(http.send(callOf(url)))).toMatchObject({ kind: 'permanent', message: notAllowed });
    expect(receiver.received).toEqual([]);
  });

  // Requirement: R191, S12
  it.each([
    ['a private one', ['10.0.0.5']],
    ['loopback', ['127.0.0.1']],
    ['IPv4 within IPv6', ['::ffff:127.0.0.1']],
    ['link-local with a zone', ['fe80::1%lo']],
    ['a service of the cloud', ['169.254.169.254']],
    ['a public and a private one', ['93.184.216.34', '192.168.0.1']],
    ['no address at all', ['garbage']],
  ])('refuses a listed name that resolves to %s, with one message', async (_, addresses) => {
    const http = outboundHttp(
      { HTTP_ALLOWED_HOSTS: 'api.example.com' },
      new FixedResolver({ 'api.example.com': [addresses] }),
    );
    const fault = await faultOf(http.send(callOf('https://api.example.com/')));
    expect([fault.kind, fault.message]).toEqual([
      'permanent',
      'Calls to api.example.com (port 443) are not allowed. The operator lists hosts in HTTP_ALLOWED_HOSTS.',
    ]);
  });

  // Requirement: R191, S12
  it('connects to the checked address when the name changes between check and connection', async () => {
    const resolver = new FixedResolver({ 'localhost.example.com': [['127.0.0.1'], ['10.255.255.1']] });
    const http = outboundHttp(
      { HTTP_ALLOWED_HOSTS: `*.example.com:${receiver.port}`, HTTP_PRIVATE_HOSTS: '127.0.0.1' },
      resolver,
    );
    await http.send(callOf(`http://LOCALHOST.example.com.:${receiver.port}/`));
    expect(resolver.asked).toEqual(['localhost.example.com']);
    expect(receiver.received[0].headers.host).toBe(`localhost.example.com:${receiver.port}`);
    expect((await faultOf(http.send(callOf(`http://localhost.example.com:${receiver.port}/`)))).message).toEqual(
      notAllowed,
    );
  });

  it.each([
    ['the name', 'erp.example.com', ['127.0.0.1']],
    ['a domain above it', '*.example.com', ['127.0.0.1']],
    ['the address', '127.0.0.1', ['127.0.0.1']],
    ['the address within IPv6', '127.0.0.1', ['::ffff:127.0.0.1']],
  ])('reaches a private host if the operator lists %s', async (_, listed, addresses) => {
    const http = outboundHttp(
      { HTTP_ALLOWED_HOSTS: `erp.example.com:${receiver.port}`, HTTP_PRIVATE_HOSTS: listed },
      new FixedResolver({ 'erp.example.com': [addresses] }),
    );
    expect(await http.send(callOf(`http://erp.example.com:${receiver.port}/`))).toMatchObject({ statusCode: 200 });
  });

  it('refuses link-local addresses even for hosts that may be private', async () => {
    const http = outboundHttp(
      { HTTP_ALLOWED_HOSTS: '*.example.com', HTTP_PRIVATE_HOSTS: '*.example.com,169.254.169.254' },
      new FixedResolver({ 'meta.example.com': [['169.254.169.254']] }),
    );
    expect((await faultOf(http.send(callOf('http://meta.example.com/')))).message).toEqual(notAllowed);
  });

  it('checks the port', async () => {
    const http = outboundHttp({ HTTP_ALLOWED_HOSTS: '127.0.0.1', HTTP_PRIVATE_HOSTS: '127.0.0.1' });
    expect((await faultOf(http.send(callOf(`http://127.0.0.1:${receiver.port}/`)))).message).toEqual(notAllowed);
  });

  it.each([
    ['ENOTFOUND', 'permanent', 'The host api.example.com is not known.'],
    ['EAI_AGAIN', 'temporary', 'The host api.example.com could not be resolved.'],
  ])('reports %s of name resolution as a %s fault', async (code, kind, message) => {
    class Failing extends AddressResolver {
      override resolve(): Promise<readonly string[]> {
        return Promise.reject(Object.assign(new Error('of an internal server'), { code }));
      }
    }
    const http = outboundHttp({ HTTP_ALLOWED_HOSTS: 'api.example.com' }, new Failing());
    expect(await faultOf(http.send(callOf('https://api.example.com/')))).toMatchObject({ kind, message });
  });

  it('ends a resolution that takes too long', async () => {
    class Silent extends AddressResolver {
      override resolve(): Promise<readonly string[]> {
        return new Promise(() => {});
      }
    }
    const http = outboundHttp({ HTTP_ALLOWED_HOSTS: 'api.example.com', HTTP_TIMEOUT_MS: '50' }, new Silent());
    // The time limit alone does not keep the process running.
    const alive = setInterval(() => {}, 1_000);
    const fault = await faultOf(http.send(callOf('https://api.example.com/')));
    clearInterval(alive);
    expect(fault).toMatchObject({
      kind: 'temporary',
      message: 'The host api.example.com could not be resolved in time.',
    });
  });
});
