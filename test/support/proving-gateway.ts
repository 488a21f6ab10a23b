import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import { interval, map, Observable, of, throwError } from 'rxjs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hub, HubClient } from '#signalr/index.js';
import { Argument, CallSignal, HubException, UploadedStream } from '#signalr/nest/index.js';

/** The methods that SignalR's own client test suites call. */
@WebSocketGateway({ path: '/default' })
export class ProvingGateway {
  @WebSocketServer() hub!: Hub;

  /** Clients that have left, in order. */
  readonly left: string[] = [];

  hubDisconnected(client: HubClient): void {
    this.left.push(client.id);
  }

  @SubscribeMessage('Echo')
  echo(@Argument() text: string): string {
    return text;
  }

  @SubscribeMessage('EchoComplexObject')
  echoComplexObject(@Argument() value: object): object {
    return value;
  }

  @SubscribeMessage('EchoPayload')
  echoPayload(@MessageBody() payload: unknown): unknown {
    return payload;
  }

  @SubscribeMessage('SlowEcho')
  async slowEcho(@Argument() text: string, @Argument() ms: number): Promise<string> {
    await delay(ms);
    return text;
  }

  @SubscribeMessage('Add')
  add(@Argument() a: number, @Argument({ isOptional: true }) b = 1): number {
    return a + b;
  }

  @SubscribeMessage('DoNothing')
  doNothing(): void {}

  @SubscribeMessage('GetCallerConnectionId')
  getCallerConnectionId(@ConnectedSocket() client: HubClient): string {
    return client.id;
  }

  @SubscribeMessage('GetActiveTransportName')
  getActiveTransportName(@ConnectedSocket() client: HubClient): string {
    return client.transport;
  }

  @SubscribeMessage('GetHeader')
  getHeader(@Argument() name: string, @ConnectedSocket() client: HubClient): string | null {
    return client.request.header(name) ?? null;
  }

  @SubscribeMessage('ThrowException')
  throwException(@Argument() message: string): never {
    throw new Error(message);
  }

  @SubscribeMessage('ThrowHubException')
  async throwHubException(@Argument() message: string): Promise<never> {
    await delay(1);
    throw new HubException(message);
  }

  @SubscribeMessage('InvokeWithString')
  invokeWithString(@Argument() text: string, @ConnectedSocket() client: HubClient): void {
    client.send('Message', text);
  }

  @SubscribeMessage('SendComplexObject')
  sendComplexObject(): object {
    return {
      ByteArray: Buffer.from([1, 2, 3]),
      DateTime: new Date('2002-04-01T00:00:00Z'),
      Guid: '00010203-0405-0607-0706-050403020100',
      IntArray: [1, 2, 3],
      String: 'hello world',
    };
  }

  @SubscribeMessage('TypesOf')
  typesOf(@Argument() bytes: Buffer, @Argument() date: Date): readonly string[] {
    return [bytes.toString('hex'), date.toISOString()];
  }

  @SubscribeMessage('Stream')
  stream(): Observable<string> {
    return of('a', 'b', 'c');
  }

  @SubscribeMessage('Count')
  async *count(@Argument() upTo: number, @CallSignal() signal: AbortSignal): AsyncGenerator<number> {
    for (let n = 1; n <= upTo && !signal.aborted; n++) {
      yield n;
      if (n % 10 === 0) await delay(1);
    }
  }

  @SubscribeMessage('Chunks')
  async *chunks(@Argument() count: number, @Argument() bytes: number): AsyncGenerator<string> {
    for (let n = 0; n < count; n++) yield 'x'.repeat(bytes);
  }

  @SubscribeMessage('InfiniteStream')
  async *infiniteStream(@ConnectedSocket() client: HubClient): AsyncGenerator<number> {
    try {
      for (let n = 0; ; n++) {
        yield n;
        await delay(5);
      }
    } finally {
      client.send('StreamCanceled');
    }
  }

  @SubscribeMessage('Ticks')
  ticks(): Observable<string> {
    return interval(5).pipe(map((n) => `tick ${n}`));
  }

  @SubscribeMessage('EmptyStream')
  async *emptyStream(): AsyncGenerator<never> {}

  @SubscribeMessage('StreamThrowException')
  streamThrowException(@Argument() message: string): Observable<never> {
    return throwError(() => new HubException(message));
  }

  @SubscribeMessage('GeneratorThrowException')
  async *generatorThrowException(@Argument() message: string): AsyncGenerator<string> {
    yield 'first';
    throw new HubException(message);
  }

  @SubscribeMessage('StreamingConcat')
  async streamingConcat(@UploadedStream() stream: AsyncIterable<string>): Promise<string> {
    let all = '';
    for await (const piece of stream) all += piece;
    return all;
  }

  @SubscribeMessage('EchoStream')
  async *echoStream(
    @Argument() prefix: string,
    @UploadedStream() stream: AsyncIterable<string>,
  ): AsyncGenerator<string> {
    for await (const piece of stream) yield prefix + piece;
  }

  @SubscribeMessage('AskMe')
  async askMe(@Argument() question: string, @ConnectedSocket() client: HubClient): Promise<unknown> {
    return { Answer: await client.invoke('Ask', [question]) };
  }

  @SubscribeMessage('Join')
  join(@Argument() group: string, @ConnectedSocket() client: HubClient): void {
    client.enterGroup(group);
  }

  @SubscribeMessage('SendToGroup')
  sendToGroup(@Argument() group: string, @Argument('any') value: unknown): void {
    this.hub.group(group).send('Message', value);
  }
}
