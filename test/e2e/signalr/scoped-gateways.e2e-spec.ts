import { type CanActivate, type ExecutionContext, Inject, Injectable, Scope, UseGuards } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { HubConnectionState } from '@microsoft/signalr';
import { ConnectedSocket, SubscribeMessage, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import type { Hub, HubClient } from '#signalr/index.js';
import { Argument, HubException } from '#signalr/nest/index.js';
import { HubApp, WAYS } from '../../support/hub-app.js';
import { until } from '../../support/until.js';

const lives: string[] = [];

/** Messages of one client, with a new instance per client. */
@Injectable({ scope: Scope.REQUEST })
class Diary {
  readonly pages: string[] = [];

  constructor(@Inject(REQUEST) readonly client: HubClient) {
    lives.push('made');
  }
}

@Injectable({ scope: Scope.REQUEST })
class OwnerGuard implements CanActivate {
  constructor(private readonly diary: Diary) {}

  canActivate(context: ExecutionContext): boolean {
    return this.diary.client === context.switchToWs().getClient<HubClient>() && this.diary.pages.length > 1;
  }
}

@WebSocketGateway({ path: '/scoped' })
class ScopedGateway {
  @WebSocketServer() hub!: Hub;

  constructor(private readonly diary: Diary) {}

  hubConnected(client: HubClient): void {
    if (client.request.query('refuse')) throw new Error('not you');
    this.diary.pages.push(`came ${client === this.diary.client}`);
  }

  hubDisconnected(client: HubClient): void {
    lives.push(`left after ${this.diary.pages.length} ${client === this.diary.client}`);
  }

  handleConnection(): void {
    this.diary.pages.push('connected');
  }

  @SubscribeMessage('Write')
  write(@Argument() text: string, @ConnectedSocket() client: HubClient): readonly string[] {
    if (text === '') throw new HubException('Say something.');
    this.diary.pages.push(text);
    this.hub.all.except(client.id).send('Written', text);
    return this.diary.pages;
  }

  @UseGuards(OwnerGuard)
  @SubscribeMessage('Read')
  async *read() {
    yield* this.diary.pages;
  }
}

// Requirement: R209
describe('a request-scoped gateway', () => {
  let app: HubApp;
  beforeAll(async () => void (app = await HubApp.start([ScopedGateway, Diary, OwnerGuard])));
  afterAll(() => app.stop());

  it.each(WAYS)('has one instance per client for all its calls: $transport, $protocol', async (way) => {
    lives.length = 0;
    const [one, two] = [await app.connect(way, '/scoped'), await app.connect(way, '/scoped')];
    const heard = new Promise((resolve) => two.on('Written', resolve));
    expect(await one.invoke('Write', 'a')).toEqual(['came true', 'connected', 'a']);
    expect(await one.invoke('Write', 'b')).toEqual(['came true', 'connected', 'a', 'b']);
    expect(await two.invoke('Write', 'c')).toEqual(['came true', 'connected', 'c']);
    expect(await heard).toBe('a');
    await expect(one.invoke('Write', '')).rejects.toThrow('HubException: Say something.');
    const items: string[] = [];
    await new Promise<void>((complete, error) => {
      one.stream<string>('Read').subscribe({ next: (item) => void items.push(item), complete, error });
    });
    expect(items).toEqual(['came true', 'connected', 'a', 'b']);
    await one.stop();
    await until('the first has left', () => lives.length === 3);
    expect(lives).toEqual(['made', 'made', 'left after 4 true']);
    await two.stop();
    await until('the second has left', () => lives.length === 4);
  });

  it('refuses a client on connect', async () => {
    lives.length = 0;
    const client = app.client(WAYS[0], '/scoped?refuse=1');
    // The gateway may or may not have been notified of the connection before.
    await client.start().catch(() => undefined);
    await until('it is gone', () => lives.length === 2 && client.state === HubConnectionState.Disconnected);
    expect(lives).toEqual(['made', 'left after 0 true']);
  });
});

it('a transient gateway is refused at start', async () => {
  @WebSocketGateway({ path: '/transient' })
  @Injectable({ scope: Scope.TRANSIENT })
  class TransientGateway {
    @SubscribeMessage('Echo')
    echo(@Argument() text: string): string {
      return text;
    }
  }
  await expect(HubApp.start([TransientGateway])).rejects.toThrow(/TransientGateway.*transient/);
});
