import { COPY, loadDemoCopy } from '../../../support/demo-copy.js';
import { USER } from '../../../support/demo.js';
import { HubListener } from '../../../support/hub-client.js';
import { TestApp } from '../../../support/test-app.js';

// See docs/interface/hub.md#times-in-messagepack
describe.each([
  ['DateTime', (time: string): unknown => new Date(time)],
  ['DateTimeOffset', (time: string): unknown => [new Date(time), 0]],
  ['Text', (time: string): unknown => time],
])('hub.times %s', (times, form) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await loadDemoCopy(app, {}, { 'hub.times': times });
  });
  afterAll(() => app.stop());

  it('decides the form of times in MessagePack, and leaves JSON as text', async () => {
    const listen = (protocol: 'json' | 'messagepack'): Promise<HubListener> =>
      HubListener.served(app, 'nina.north', { place: COPY, message: 'Notification', protocol });
    const [json, binary] = [await listen('json'), await listen('messagepack')];
    const ada = app.as('ada.admin', COPY);
    const { body } = await ada.insert('Notification', { Message: 'Hello', OwnerId: USER.nina });
    const { Id, CreatedOn } = body.Result;
    expect(await json.next()).toMatchObject({ Id, OccurredAt: CreatedOn, ReadOn: null });
    expect(await binary.next()).toMatchObject({ Id, OccurredAt: form(CreatedOn), ReadOn: null });
    await Promise.all([json, binary].map((each) => each.stop()));
  });
});
