import { mailFault } from '#platform/outbound/mail/mail-fault.js';

const fault = (error: object, signal = new AbortController().signal): readonly string[] => {
  const { kind, message } = mailFault(Object.assign(new Error('internal detail'), error), signal);
  return [kind, message];
};

it.each([
  [{ code: 'EENVELOPE' }, 'permanent', 'The mail server cannot take the message.'],
  [{ code: 'EAUTH' }, 'permanent', 'The mail server cannot take the message.'],
  [
    { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' },
    'permanent',
    'The certificate of the mail server is not valid.',
  ],
  [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'temporary', 'The connection to the mail server failed.'],
  [{ code: 'EDNS' }, 'temporary', 'The connection to the mail server failed.'],
  [{}, 'temporary', 'The connection to the mail server failed.'],
  [
    { responseCode: 550, response: '550-5.7.1 a\n550 5.7.1 b' },
    'permanent',
    'The mail server refused the message: 550 5.7.1.',
  ],
  [{ responseCode: 450, response: '450 mx7.internal busy' }, 'temporary', 'The mail server refused the message: 450.'],
])('describes %j as a %s fault', (error, kind, message) => expect(fault(error)).toEqual([kind, message]));

it('describes a message that took too long', () => {
  expect(fault({}, AbortSignal.abort())).toEqual(['temporary', 'The mail server did not accept the message in time.']);
});
