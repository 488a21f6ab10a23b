import { writeEnvelope } from '#platform/http/envelope.js';

const ENVELOPE = {
  requestId: 'r-1',
  status: 200,
  result: '{"Total":12345678901234.56}',
  recordAffected: 1,
  totalRecords: 3,
  elapsedMs: 7,
  correlationId: 'c-1',
};

// Requirement: R74, T62
// See docs/interface/conventions.md#envelope
it('writes the members in their documented order, with the result unchanged', () => {
  expect(writeEnvelope(ENVELOPE)).toBe(
    '{"RequestId":"r-1","IsSuccess":true,"StatusCode":"200","Result":{"Total":12345678901234.56},"RecordAffected":1,' +
      '"RecordAffectted":1,"TotalRecords":3,"TotalExecutionTime":7,"CorrelationId":"c-1","Log":[],"Errors":[],' +
      '"ErrorDetails":[],"IsFromCache":false}',
  );
});

it.each<[what: string, change: object, member: string]>([
  ['no count', { totalRecords: null }, '"TotalRecords":null,'],
  ['a read', { correlationId: null }, '"CorrelationId":null,'],
  ['a log line', { log: ['say "so"'] }, '"Log":["say \\"so\\""],'],
  ['an error status', { status: 404 }, '"IsSuccess":false,"StatusCode":"404",'],
  [
    'further members',
    { extra: { TotalIsExact: true, NextCursor: undefined } },
    '"IsFromCache":false,"TotalIsExact":true}',
  ],
  ['further members that are all absent', { extra: { NextCursor: undefined } }, '"IsFromCache":false}'],
])('writes %s', (_, change, member) => {
  const text = writeEnvelope({ ...ENVELOPE, ...change });
  expect(text).toContain(member);
  expect(() => JSON.parse(text)).not.toThrow();
});
