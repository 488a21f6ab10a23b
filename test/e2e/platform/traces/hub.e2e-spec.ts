import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  JsonHubProtocol,
  LogLevel,
} from '@microsoft/signalr';
import type { Collector } from '../../../support/collector.js';
import { customer } from '../../../support/demo.js';
import { HUB, HubListener, tokenOf } from '../../../support/hub-client.js';
import { DEVELOPMENT, type TestApp } from '../../../support/test-app.js';
import { PARENT, TRACE, TracedApp } from './traced-app.js';

/** Protocol of a client that sends the context of its trace with each call, as that of .NET does. */
class TracedProtocol extends JsonHubProtocol {
  constructor(private readonly traceparent: string) {
    super();
  }

  override writeMessage(message: Parameters<JsonHubProtocol['writeMessage']>[0]): string {
    return super.writeMessage(Object.assign({}, message, { headers: { traceparent: this.traceparent, odd: 1 } }));
  }
}

describe('traces of the hub', () => {
  let traced: TracedApp;
  let collector: Collector;
  let app: TestApp;
  beforeAll(async () => {
    traced = await TracedApp.start('1');
    ({ app, collector } = traced);
  });
  afterAll(() => traced.stop());

  async function connected(traceparent: string): Promise<HubConnection> {
    const accessToken = await tokenOf(app, 'nina.north');
    const connection = new HubConnectionBuilder()
      .withUrl(app.url + HUB, {
        transport: HttpTransportType.WebSockets,
        accessTokenFactory: () => accessToken,
        headers: { ...DEVELOPMENT },
      })
      .withHubProtocol(new TracedProtocol(traceparent))
      .configureLogging(LogLevel.None)
      .build();
    await connection.start();
    return connection;
  }

  it('has a span for a call, linked to that of the client', async () => {
    const connection = await connected(`00-${TRACE}-${PARENT}-01`);
    await connection.invoke('RegisterEntity', 'Customer');
    await expect(connection.invoke('RegisterEntity', 'Zanzibar')).rejects.toThrow('UnknownEntity');
    await connection.stop();
    const called = await collector.first('of the call', ({ name }) => name === 'hub RegisterEntity');
    expect(called).toMatchObject({ kind: 2, isError: false, links: [expect.objectContaining({ traceId: TRACE })] });
    expect(called.attributes).toMatchObject({ 'rpc.system': 'signalr', 'user.id': expect.any(String) });
    const refused = await collector.first('of the refusal', ({ isError }) => isError);
    expect(refused.name).toBe('hub RegisterEntity');
    expect(collector.bodies.filter((body) => body.includes('Zanzibar'))).toEqual([]);
  });

  it('takes a call with a malformed traceparent', async () => {
    const connection = await connected('no-trace');
    await expect(connection.invoke('RegisterEntity', 'Customer')).resolves.toMatchObject({ EntityName: 'Customer' });
    await connection.stop();
  });

  it('has what was sent to clients in the trace of the write', async () => {
    const client = await HubListener.registered(app, 'nina.north', ['Customer']);
    const nina = app.as('nina.north');
    const { CorrelationId } = (await nina.insert('Customer', customer(), { Prefer: 'respond-async' })).body;
    await client.next();
    for (const name of ['hub changes', 'hub outcome']) {
      const sent = await collector.first(
        name,
        (span) => span.name === name && collector.of(CorrelationId).includes(span),
      );
      const request = collector.of(CorrelationId).find(({ kind }) => kind === 2);
      expect(sent.parentSpanId).toBe(request?.spanId);
    }
    await client.stop();
  });
});
