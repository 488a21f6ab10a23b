import { fileName } from '#platform/outbound/files/entry-names.js';
import { MailServer } from '../../unit/platform/outbound/mail/mail-server.js';
import { Collector } from '../../support/collector.js';
import { USER } from '../../support/demo.js';
import { HubListener } from '../../support/hub-client.js';
import { type Answer, type Caller, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { NAMES, WORDS } from './names.js';
import { parsedMetrics, textsOfXml } from './strict-parsers.js';

/** Names that a record can have. */
const STORED = NAMES.filter((name) => name.isWellFormed() && !name.includes('\u0000'));
const MARKS = /[{}]/g;
const inPath = encodeURIComponent;

// See docs/definitions.md#names-of-definitions
describe('names in outputs', () => {
  let app: TestApp;
  let ada: Caller;
  let collector: Collector;
  let mail: MailServer;
  beforeAll(async () => {
    [collector, mail] = [await Collector.start(), new MailServer()];
    app = await TestApp.start({
      ROLES: 'api,worker',
      LOG_LEVEL: 'error',
      SMTP_URL: `smtp://${await mail.start()}`,
      MAIL_FROM: 'Orders <orders@northgate.example>',
      TRACES_ENDPOINT: collector.url,
      TRACES_SAMPLE_RATIO: '1',
    });
    ada = app.as('ada.admin');
  }, 120_000);
  afterAll(async () => {
    await app?.stop();
    await collector.stop();
    await mail.stop();
  });

  /** Defines a workflow with a token. @returns a function that runs it with a name */
  async function runs(Name: string, Actions: readonly object[]): Promise<(name: string) => Promise<Answer>> {
    const Tokens = [{ Name: 'Given', Type: 'Text' }];
    const id = await ada.inserted('Workflow', { Name, Type: 'Manual', Tokens, Actions });
    return (Given) => ada.send('POST', `/workflows/execute/${id}`, { Reqtokens: { Given } });
  }

  it('are the names of files, in a header that any program reads', async () => {
    const actions = [
      { Name: 'Text', Type: 'GenerateFile', Format: 'Text', FileName: '{{Given}}', Text: 'x' },
      { Name: 'Zip', Type: 'Zip', FileName: '{{Given}}.zip', Files: ['Text'] },
    ];
    const run = await runs('Files', actions);
    for (const name of STORED) {
      const { status, headers, text } = await run(name);
      expect({ name, text, status }).toEqual({ name, text, status: 200 });
      const header = headers.get('content-disposition')!;
      const [, plain, exact] = /^attachment; filename="([ !#-[\]-~]+)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/.exec(
        header,
      )!;
      expect(decodeURIComponent(exact)).toBe(fileName(`${name}.zip`));
      expect(plain).not.toMatch(/[/\\]/);
    }
  }, 120_000);

  it('are subjects of mail, or are refused with the reason', async () => {
    const actions = [
      { Name: 'Mail', Type: 'SendEmail', ToUser: 'ada.admin', Subject: 'About {{Given}}', Message: '{{Given}}\n.\n' },
    ];
    const { body: user } = await ada.select('User', {
      SelectedFields: ['Email'],
      WhereClause: { Filters: [{ FieldName: 'UserName', Operator: 3, Value: 'ada.admin' }] },
    });
    expect(user.Result[0].Email).toContain('@');
    const run = await runs('Mail', actions);
    for (const name of STORED) {
      const { status, body, text } = await run(name);
      const sent = mail.mails.splice(0);
      if (status !== 200) {
        expect({ name, sent }).toEqual({ name, sent: [] });
        expect(text).toMatch(/line breaks or control characters/);
        continue;
      }
      expect([name, sent.length, body.Result.State]).toEqual([name, 1, 'Completed']);
      const [head] = sent[0].data.split('\r\n\r\n');
      const lines = head.replaceAll(/\r\n[ \t]/g, ' ').split('\r\n');
      expect(lines.map((line) => line.split(':')[0]).toSorted()).toEqual([
        'Auto-Submitted',
        'Content-Transfer-Encoding',
        'Content-Type',
        'Date',
        'From',
        'MIME-Version',
        'Message-ID',
        'Subject',
        'To',
      ]);
      expect(head).toMatch(/^[\t\r\n -~]*$/);
    }
  }, 120_000);

  it('of statuses and transitions are texts of well-formed diagrams', async () => {
    await ada.inserted('Entity', { EntityName: 'Staged', Fields: [{ FieldName: 'A', FieldType: 'Text' }] });
    const names = STORED.filter((name) => name.trim() !== '');
    const Statuses = names.map((Name, i) => ({ Name, IsInitial: i === 0 }));
    const Transitions = names.slice(1).map((Name, i) => ({ Name, FromStatus: names[i], ToStatus: Name }));
    const made = await ada.send('POST', '/blueprints', { Name: 'Staged', EntityName: 'Staged', Statuses, Transitions });
    const path = `/blueprints/${made.body.Result.Id}/diagram?format=`;
    const shown = (name: string): string => name.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
    const titles = textsOfXml((await ada.get(`${path}svg`)).text.trimEnd(), 'title');
    expect(names.map(shown).filter((name) => !titles.includes(name))).toEqual([]);
    const lines = (await ada.get(`${path}mermaid`)).text.trimEnd().split('\n').slice(1);
    const text = String.raw`(?:[\p{L}\p{N} _.,()-]|#\d+;)+`;
    const line = new RegExp(
      String.raw`^  (?:state "${text}" as s\d+|(?:s\d+|\[\*\]) --> (?:s\d+|\[\*\])(?: : ${text})?)$`,
      'u',
    );
    expect(lines.filter((each) => !line.test(each))).toEqual([]);
  }, 60_000);

  it.each(['json', 'messagepack'] as const)(
    'of entities and fields are in messages of the hub: %s',
    async (protocol) => {
      const names = WORDS.filter((word) => /^[A-Z]\w*$/.test(word)).concat('Then', 'Length', 'ToString');
      for (const name of names) {
        const EntityName = `${name}${protocol === 'json' ? '' : '2'}`;
        const defined = await ada.insert('Entity', { EntityName, Fields: [{ FieldName: name, FieldType: 'Text' }] });
        expect({ name, status: defined.status }).toEqual({ name, status: 200 });
        const hub = await HubListener.registered(app, 'ada.admin', [EntityName.toLowerCase()], { protocol });
        const { body } = await ada.insert(EntityName, { [name]: 'x' });
        expect(await hub.next()).toMatchObject({
          EntityName,
          Operation: 'Create',
          Id: body.Result.Id,
          ChangedFields: expect.arrayContaining([name]),
        });
        await hub.connection.invoke('UnregisterEntity', EntityName);
        await hub.stop();
      }
    },
    120_000,
  );

  it('are refused by the hub with their unseen characters as escapes', async () => {
    const hub = await HubListener.connect(app, 'ada.admin');
    for (const name of NAMES.filter((each) => !/^\w+$/.test(each)))
      for (const [method, ...given] of [
        ['RegisterEntity', name],
        ['GetOperation', name],
        ['UnregisterEntity', name],
      ]) {
        const { message } = await hub.connection.invoke(method, ...given).then(
          () => ({ message: 'taken' }),
          (error: Error) => error,
        );
        expect([name, message]).toEqual([name, expect.stringMatching(/^[^\p{C}\p{Zl}\p{Zp}]{20,}$/u)]);
      }
    await hub.stop();
  }, 60_000);

  it('are texts of notifications as they are', async () => {
    const hubs = await Promise.all(
      (['json', 'messagepack'] as const).map((protocol) =>
        HubListener.served(app, 'ada.admin', { protocol, message: 'Notification' }),
      ),
    );
    const OwnerId = USER.ada;
    for (const Message of STORED) {
      const { status } = await ada.insert('Notification', { Message, OwnerId });
      expect([Message, status]).toEqual([Message, 200]);
      for (const hub of hubs) expect(await hub.next()).toMatchObject({ Message });
    }
    await Promise.all(hubs.map((hub) => hub.stop()));
  }, 60_000);

  it('are in no label of a metric and in no name of a span', async () => {
    for (const name of NAMES.filter((each) => each.isWellFormed())) {
      await ada.get(`/entities/${inPath(name)}`);
      await ada.send('POST', `/queries/execute/Contact/${inPath(name)}`, {});
      await ada.get(`/lists/get?listName=${inPath(name)}`);
      await app.send('GET', `/${inPath(name)}`);
    }
    const samples = parsedMetrics((await app.send('GET', '/metrics')).text);
    expect(samples.length).toBeGreaterThan(50);
    const values = samples.flatMap(({ labels }) => Object.values(labels));
    const routes = /^(?:\/[\w{}:.-]*)+$/;
    expect([...new Set(values)].filter((value) => !/^[\w.+/ -]*$/.test(value) && !routes.test(value))).toEqual([]);
    const marks = STORED.map((name) => name.replaceAll(MARKS, '')).filter((name) => /[^\w ./-]/.test(name));
    expect(values.filter((value) => marks.some((mark) => value.includes(mark)))).toEqual([]);
    await until('spans of the workflows have arrived', () =>
      collector.spans.some(({ name }) => name === 'step SendEmail'),
    );
    const spans = [...new Set(collector.spans.map(({ name }) => name))];
    expect(spans.filter((name) => !/^[\w{}:/. -]{1,100}$/.test(name))).toEqual([]);
  }, 60_000);
});
