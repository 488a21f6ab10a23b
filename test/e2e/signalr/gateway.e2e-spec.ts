import {
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  ParseIntPipe,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { HubConnection } from '@microsoft/signalr';
import { MessageBody, SubscribeMessage, WebSocketGateway, WebSocketServer, WsException } from '@nestjs/websockets';
import { concat, map, Observable, of, throwError } from 'rxjs';
import type { Hub, HubCall, HubClient } from '#signalr/index.js';
import { Argument, HubException } from '#signalr/nest/index.js';
import { HubApp, WAYS } from '../../support/hub-app.js';

/** Admits only clients that send "please" first. */
@Injectable()
class PoliteGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToWs().getData<HubCall>().arguments[0] === 'please';
  }
}

@Injectable()
class ShoutingInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)));
  }
}

@WebSocketGateway({ path: '/nest' })
class NestGateway {
  @WebSocketServer() hub!: Hub;
  readonly events: string[] = [];

  afterInit(hub: Hub): void {
    this.events.push(`init ${hub.size}`);
  }

  handleConnection(client: HubClient): void {
    this.events.push(`connect ${client.id}`);
  }

  handleDisconnect(client: HubClient): void {
    this.events.push(`disconnect ${client.id}`);
  }

  @UseGuards(PoliteGuard)
  @SubscribeMessage('Guarded')
  guarded(@Argument() word: string): string {
    return word;
  }

  @UseInterceptors(ShoutingInterceptor)
  @SubscribeMessage('Shout')
  shout(@Argument() text: string): string {
    return text;
  }

  @UseInterceptors(ShoutingInterceptor)
  @SubscribeMessage('ShoutAll')
  shoutAll(): Observable<string> {
    return of('a', 'b');
  }

  @UseInterceptors(ShoutingInterceptor)
  @SubscribeMessage('ShoutFailure')
  shoutFailure(): never {
    throw new HubException('through the interceptor');
  }

  @SubscribeMessage('Parsed')
  parsed(@MessageBody(ParseIntPipe) number: number): number {
    return number + 1;
  }

  @SubscribeMessage('ObjectError')
  objectError(): never {
    throw new WsException({ message: 'as an object' });
  }

  @SubscribeMessage('FailBeforeStream')
  failBeforeStream(): Observable<string> {
    throw new HubException('too early');
  }

  @SubscribeMessage('ParsedStream')
  parsedStream(@MessageBody(ParseIntPipe) number: number): Observable<number> {
    return of(number);
  }

  @UseGuards(PoliteGuard)
  @SubscribeMessage('GuardedStream')
  guardedStream(@Argument() word: string): Observable<string> {
    return of(word);
  }

  @SubscribeMessage('FailWithinStream')
  failWithinStream(): Observable<string> {
    return concat(
      of('a'),
      throwError(() => new HubException('too late')),
    );
  }

  @SubscribeMessage('Single')
  async single(): Promise<unknown> {
    return of(42);
  }
}

/** A second gateway of the same hub: letter case makes no other path. */
@WebSocketGateway({ path: '/Nest' })
class MoreMethodsGateway {
  @SubscribeMessage('More')
  more(): string {
    return 'more';
  }
}

let app: HubApp;
let connection: HubConnection;
beforeAll(async () => {
  app = await HubApp.start([NestGateway, MoreMethodsGateway]);
  connection = await app.connect(WAYS[0], '/nest');
});
afterAll(() => app.stop());

it.each<[method: string, args: unknown[], result: unknown]>([
  ['Guarded', ['please'], 'please'],
  ['Shout', ['x'], 'X'],
  ['Parsed', ['41'], 42],
  ['More', [], 'more'],
  ['Single', [], 42],
])('%s(%j) passes through Nest to %j', async (method, args, result) => {
  expect(await connection.invoke(method, ...args)).toEqual(result);
});

it.each<[method: string, args: unknown[], text: string]>([
  ['Guarded', ['now'], "Failed to invoke 'Guarded' because user is unauthorized"],
  [
    'ShoutFailure',
    [],
    "An unexpected error occurred invoking 'ShoutFailure' on the server. HubException: through the interceptor",
  ],
  ['Parsed', ['x'], "An unexpected error occurred invoking 'Parsed' on the server."],
  ['ObjectError', [], "An unexpected error occurred invoking 'ObjectError' on the server. HubException: as an object"],
  ['ShoutAll', [], "The client attempted to invoke the streaming 'ShoutAll' method with a non-streaming invocation."],
])('%s(%j) fails with %s', async (method, args, text) => {
  await expect(connection.invoke(method, ...args)).rejects.toThrow(new Error(text));
});

/** All items of a stream, or its error. */
const streamed = (method: string, ...args: readonly unknown[]): Promise<readonly unknown[]> =>
  new Promise((resolve, reject) => {
    const items: unknown[] = [];
    const complete = (): void => resolve(items);
    connection.stream(method, ...args).subscribe({ next: (item) => items.push(item), complete, error: reject });
  });

it('streams through interceptors', async () => {
  expect(await streamed('ShoutAll')).toEqual(['A', 'B']);
});

it.each<[method: string, args: unknown[], text: string]>([
  [
    'FailBeforeStream',
    [],
    "An unexpected error occurred invoking 'FailBeforeStream' on the server. HubException: too early",
  ],
  ['ParsedStream', ['x'], "An unexpected error occurred invoking 'ParsedStream' on the server."],
  ['GuardedStream', ['now'], "Failed to invoke 'GuardedStream' because user is unauthorized"],
  ['FailWithinStream', [], 'An error occurred on the server while streaming results. HubException: too late'],
])('a stream of %s(%j) fails with %s', async (method, args, text) => {
  await expect(streamed(method, ...args)).rejects.toThrow(new Error(text));
});

it('notifies a gateway of its clients through Nest’s lifecycle methods', async () => {
  const other = await app.connect(WAYS[0], '/nest');
  const { connectionId } = other;
  await other.invoke('More');
  await other.stop();
  const { events, hub } = app.app.get(NestGateway);
  while (hub.size > 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(events[0]).toBe('init 0');
  expect(events.filter((event) => event.endsWith(connectionId!))).toEqual([
    `connect ${connectionId}`,
    `disconnect ${connectionId}`,
  ]);
});

it('refuses a gateway with a port of its own', () => {
  expect(() => app.adapter.create(3001, { path: '/x' })).toThrow('on the port of its application');
});
