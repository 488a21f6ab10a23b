import { checkMessage, type MailMessage } from '#platform/outbound/mail/mail-message.js';

const check = (more: Partial<MailMessage>): void =>
  checkMessage({ to: 'a@example.com', subject: 's', text: 't', messageId: 'id-1', ...more });

it('accepts a message of one line and of many', () => {
  expect(() => check({ text: 'one\r\ntwo\n\0' })).not.toThrow();
});

it.each<[string, Partial<MailMessage>, RegExp]>([
  ['two recipients', { to: 'a@example.com,b@example.com' }, /one address/],
  ['a header in the recipient', { to: 'a@example.com\r\nBcc: b@example.com' }, /one address/],
  ['a header in the subject', { subject: 'a\r\nBcc: b@example.com' }, /subject must not hold line breaks/],
  ['NUL in the subject', { subject: '\0' }, /subject must not hold/],
  ['a long subject', { subject: 'a'.repeat(501) }, /at most 500/],
  ['a long text', { text: 'ü'.repeat(524_289) }, /at most 1048576/],
  ['a header in the message id', { messageId: 'a>\r\nB: c' }, /message id/],
  ['an odd message id', { messageId: 'a@b' }, /message id/],
])('refuses %s', (_, more, problem) => {
  expect(() => check(more)).toThrow(
    expect.objectContaining({ kind: 'permanent', message: expect.stringMatching(problem) }),
  );
});
