import { isMailAddress, mailbox } from '#platform/process/config/mailbox.js';

it.each([
  ['orders@example.com', { name: '', address: 'orders@example.com' }],
  ['Orders <orders@example.com>', { name: 'Orders', address: 'orders@example.com' }],
  ['"Orders, Inc." <orders@example.com>', { name: 'Orders, Inc.', address: 'orders@example.com' }],
  ['müller@bücher.example', { name: '', address: 'müller@bücher.example' }],
])('reads %s', (text, expected) => expect(mailbox(text)).toEqual(expected));

it.each([
  '',
  'orders',
  '@example.com',
  'a@b@example.com',
  'a@example.com, b@example.com',
  'a@example.com;b@example.com',
  'a b@example.com',
  '"a"@example.com',
  'a(comment)@example.com',
  'a@[127.0.0.1]',
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com\0',
  'group: a@example.com;',
  `${'a'.repeat(65)}@example.com`,
])('refuses the address %j', (text) => expect([isMailAddress(text), mailbox(text)]).toEqual([false, undefined]));
