import { requestId } from '#platform/http/request-id.js';

// Requirement: R24
it.each(['a', 'A-1._:z', 'x'.repeat(128)])('keeps %s', (id) => expect(requestId(id)).toBe(id));

// Requirement: R24
it.each([undefined, '', 'x'.repeat(129), 'a b', 'a"b', 'a\r\nb', 'é', ['a', 'b']])('replaces %j', (id) => {
  expect(requestId(id)).toMatch(/^[0-9a-f-]{36}$/);
});
