import { setTimeout as delay } from 'node:timers/promises';
import { type HubConnection, Subject } from '@microsoft/signalr';
import { HubApp, WAYS } from '../../support/hub-app.js';
import { ProvingGateway } from '../../support/proving-gateway.js';

let app: HubApp;
beforeAll(async () => void (app = await HubApp.start([ProvingGateway])));
afterAll(() => app.stop());

/** All items of a stream, or its error. */
const streamed = (connection: HubConnection, method: string, ...args: unknown[]): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    const items: unknown[] = [];
    connection.stream(method, ...args).subscribe({
      next: (item) => void items.push(item),
      complete: () => resolve(items),
      error: reject,
    });
  });

/** The arguments of the next message to a method of the client. */
const heard = (connection: HubConnection, method: string): Promise<unknown[]> =>
  new Promise((resolve) => connection.on(method, (...args) => resolve(args)));

// Requirement: R201, R223
describe.each(WAYS)('over $transport in $protocol the original client', (way) => {
  let connection: HubConnection;
  beforeAll(async () => void (connection = await app.connect(way)));

  it('invokes, and receives its id and transport', async () => {
    expect(await connection.invoke('Echo', 'Grüße 👋')).toBe('Grüße 👋');
    expect(await connection.invoke('GetCallerConnectionId')).toBe(connection.connectionId);
    expect(await connection.invoke('GetActiveTransportName')).toBe(way.transport);
    expect(await connection.invoke('doNOTHING')).toBeNull();
  });

  it('sends and receives objects, bytes and times', async () => {
    const object = { Name: 'x', Value: 1.5, Nested: { List: [1, null, true] } };
    expect(await connection.invoke('EchoComplexObject', object)).toEqual(object);
    const sent = await connection.invoke('SendComplexObject');
    expect(sent).toMatchObject({ Guid: '00010203-0405-0607-0706-050403020100', IntArray: [1, 2, 3] });
    const bytes = Buffer.from([1, 2, 3]);
    const isJson = way.protocol === 'json';
    expect(isJson ? sent.ByteArray : Buffer.from(sent.ByteArray)).toEqual(isJson ? 'AQID' : bytes);
    const time = '2002-04-01T00:00:00Z';
    expect(sent.DateTime).toEqual(isJson ? time : new Date(time));
    const date = new Date('2026-01-02T03:04:05Z');
    const typed = await connection.invoke('TypesOf', isJson ? 'AQID' : new Uint8Array(bytes), date);
    expect(typed).toEqual(['010203', '2026-01-02T03:04:05.000Z']);
  });

  it('receives and answers calls of the server', async () => {
    const message = heard(connection, 'message');
    await connection.send('InvokeWithString', 'hello');
    expect(await message).toEqual(['hello']);
    connection.on('Ask', (question: string) => `${question}!`);
    expect(await connection.invoke('AskMe', 'why')).toEqual({ Answer: 'why!' });
    connection.off('Ask');
    connection.on('Ask', () => Promise.reject(new Error('from callback')));
    await expect(connection.invoke('AskMe', 'why')).rejects.toThrow('HubException: Error: from callback');
    connection.off('Ask');
  });

  it('streams down, up and through', async () => {
    expect(await streamed(connection, 'Stream')).toEqual(['a', 'b', 'c']);
    expect(await streamed(connection, 'Count', 250)).toHaveLength(250);
    expect(await streamed(connection, 'EmptyStream')).toEqual([]);
    const subject = new Subject<string>();
    const concat = connection.invoke('StreamingConcat', subject);
    for (const piece of ['x', 'y', 'z']) subject.next(piece);
    subject.complete();
    expect(await concat).toBe('xyz');
    const up = new Subject<string>();
    const through = streamed(connection, 'EchoStream', '>', up);
    for (let n = 0; n < 30; n++) up.next(String(n));
    up.complete();
    expect(await through).toEqual(Array.from({ length: 30 }, (_, n) => `>${n}`));
  });

  it('cancels a stream, and the server notices', async () => {
    const canceled = heard(connection, 'StreamCanceled');
    const items: number[] = [];
    await new Promise<void>((resolve) => {
      const subscription = connection.stream<number>('InfiniteStream').subscribe({
        next: (item) => {
          if (items.push(item) < 3) return;
          subscription.dispose();
          resolve();
        },
        complete: () => undefined,
        error: () => undefined,
      });
    });
    await canceled;
    expect(items.slice(0, 3)).toEqual([0, 1, 2]);
  });

  it.each<[what: string, text: string, call: () => Promise<unknown>]>([
    [
      'an unknown method',
      "Failed to invoke 'Nope' due to an error on the server. HubException: Method does not exist.",
      () => connection.invoke('Nope'),
    ],
    ['too few arguments', "Failed to invoke 'Echo' due to an error on the server.", () => connection.invoke('Echo')],
    ['a wrong type', "Failed to invoke 'Echo' due to an error on the server.", () => connection.invoke('Echo', 1)],
    [
      'an error',
      "An unexpected error occurred invoking 'ThrowException' on the server.",
      () => connection.invoke('ThrowException', 'secret'),
    ],
    [
      'a HubException',
      "An unexpected error occurred invoking 'ThrowHubException' on the server. HubException: shown",
      () => connection.invoke('ThrowHubException', 'shown'),
    ],
    [
      'an error within a stream',
      'An error occurred on the server while streaming results. HubException: shown',
      () => streamed(connection, 'StreamThrowException', 'shown'),
    ],
    [
      'an error after an item',
      'An error occurred on the server while streaming results. HubException: shown',
      () => streamed(connection, 'GeneratorThrowException', 'shown'),
    ],
    [
      'invoke of a stream',
      "The client attempted to invoke the streaming 'Stream' method with a non-streaming invocation.",
      () => connection.invoke('Stream'),
    ],
    [
      'stream of a call',
      "The client attempted to invoke the non-streaming 'Echo' method with a streaming invocation.",
      () => streamed(connection, 'Echo', 'x'),
    ],
    [
      'a stream nobody expects',
      "An unexpected error occurred invoking 'DoNothing' on the server. HubException: Client sent 1 stream(s), Hub method expects 0.",
      () => connection.invoke('DoNothing', new Subject()),
    ],
  ])('gets the text of %s', async (_, text, call) => {
    const error = await call().catch((reason: Error) => reason);
    expect((error as Error).message).toBe(text);
  });

  it('receives messages of its groups', async () => {
    const message = heard(connection, 'Message');
    await connection.invoke('Join', `group of ${way.transport}`);
    await connection.invoke('SendToGroup', `group of ${way.transport}`, { N: 1 });
    expect(await message).toEqual([{ N: 1 }]);
  });

  it('stops, and the gateway is notified', async () => {
    const other = await app.connect(way);
    const { connectionId } = other;
    await other.stop();
    const gateway = app.app.get(ProvingGateway);
    while (!gateway.left.includes(connectionId!)) await delay(5);
  });
});
