import { TestApp } from '../../../support/test-app.js';

const MAIL = { Name: 'Mail', Type: 'SendEmail', ToUser: 'nina.north', Subject: 's', Message: 'm' };
const CALL = { Name: 'Call', Type: 'HttpCall', Method: 'GET', Url: 'https://erp.example/x' };
const SET_UP = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example', HTTP_ALLOWED_HOSTS: 'erp.example' };

it('tells in Log which actions of a stored workflow fail until the operator has set them up', async () => {
  const app = await TestApp.start();
  try {
    const Actions = [MAIL, CALL];
    const fields = { Name: 'Tell', Type: 'Manual', Actions };
    const stored = await app.as('ada.admin').insert('Workflow', fields);
    expect([stored.status, stored.text]).toEqual([200, expect.any(String)]);
    expect(stored.body.Log).toEqual(
      expect.arrayContaining([
        'Workflow Tell has SendEmail, which fails until the operator sets SMTP_URL and MAIL_FROM.',
        'Workflow Tell has HttpCall, which fails until the operator sets HTTP_ALLOWED_HOSTS.',
      ]),
    );
    const other = await app.startAnother(SET_UP);
    const quiet = await other.as('ada.admin').insert('Workflow', { ...fields, Name: 'Quiet' });
    await other.stop();
    expect([quiet.status, JSON.stringify(quiet.body.Log ?? [])]).toEqual([
      200,
      expect.not.stringContaining('operator'),
    ]);
  } finally {
    await app.stop();
  }
});
