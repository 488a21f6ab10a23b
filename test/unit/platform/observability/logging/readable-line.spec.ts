import fc from 'fast-check';
import { readableLine } from '#platform/observability/logging/readable-line.js';

const time = new Date(2026, 0, 31, 9, 5, 7, 42).getTime();
const line = (more: object): string => readableLine(`${JSON.stringify({ level: 30, time, pid: 7, ...more })}\n`);

it('begins with time, level, logger and message, and omits process and host', () => {
  expect(line({ context: 'Database', msg: 'It runs.' })).toBe('09:05:07.042 INFO  [Database] It runs.\n');
  const ids = { tenantId: 't', appId: 'a', environmentId: 'e', userId: 'u' };
  expect(
    line({ ...ids, requestId: 'r', method: 'GET', path: '/x', status: 200, durationMs: 1.5, msg: 'request' }),
  ).toBe('09:05:07.042 INFO  request requestId=r method=GET path=/x status=200 durationMs=1.5\n');
});

it('names every level', () => {
  const levels = [10, 20, 30, 40, 50, 60].map((level) => line({ level, msg: 'x' }).slice(13, 18));
  expect(levels).toEqual(['TRACE', 'DEBUG', 'INFO ', 'WARN ', 'ERROR', 'FATAL']);
});

it('quotes values of several words, and prints objects as JSON', () => {
  expect(line({ msg: 'x', a: 'two words', b: '', c: 'k=v', d: { e: [1] }, f: null, g: true })).toBe(
    '09:05:07.042 INFO  x a="two words" b="" c="k=v" d={"e":[1]} f=null g=true\n',
  );
});

it('indents the stack of an error', () => {
  const err = { type: 'Error', message: 'Oh', stack: 'Error: Oh\n    at f (a.js:1:2)\n\n    at g (b.js:3:4)' };
  expect(line({ level: 50, msg: 'Oh', err })).toBe(
    '09:05:07.042 ERROR Oh\n    Error: Oh\n    at f (a.js:1:2)\n    at g (b.js:3:4)\n',
  );
  expect(line({ msg: 'Oh', stack: 'Error: Oh' })).toBe('09:05:07.042 INFO  Oh\n    Error: Oh\n');
});

it('escapes line breaks, cursor controls and changes of text direction', () => {
  expect(line({ msg: 'a\n09:05:07.042 FATAL b\u001b[2J', path: '/\r\n\u0085\u2028\u202e' })).toBe(
    '09:05:07.042 INFO  a\\u000a09:05:07.042 FATAL b\\u001b[2J path="/\\r\\n\\u0085\\u2028\\u202e"\n',
  );
  const anything = fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), anything, (msg, stack, more) => {
      const text = readableLine(JSON.stringify({ ...more, level: 50, time, msg, err: { stack } }));
      const [head, ...below] = text.split('\n').slice(0, -1);
      expect(head).toMatch(/^09:05:07\.042 ERROR /);
      for (const each of below) expect(each).toMatch(/^ {4}\S/);
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
