import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import type { HubConnection } from '@microsoft/signalr';
import { Observable } from 'rxjs';
import type { HubClient } from '#signalr/index.js';
import { Argument, CallSignal } from '#signalr/nest/index.js';
import { HubApp, WAYS } from '../../support/hub-app.js';
import { until } from '../../support/until.js';

const stateOf = (signal: AbortSignal): string => (signal.aborted ? 'aborted' : 'live');

@WebSocketGateway({ path: '/signals' })
class SignalsGateway {
  aborted = 0;

  @SubscribeMessage('Alone')
  alone(@CallSignal() signal: AbortSignal): string {
    return stateOf(signal);
  }

  @SubscribeMessage('WithSocket')
  withSocket(@ConnectedSocket() client: HubClient, @CallSignal() signal: AbortSignal): string {
    return `${client.transport} ${stateOf(signal)}`;
  }

  @SubscribeMessage('WithBody')
  withBody(@CallSignal() signal: AbortSignal, @MessageBody() body: { readonly Name: string }): string {
    return `${body.Name} ${stateOf(signal)}`;
  }

  @SubscribeMessage('WithMember')
  withMember(@MessageBody('Name') name: string, @CallSignal() signal: AbortSignal): string {
    return `${name} ${stateOf(signal)}`;
  }

  @SubscribeMessage('WithArgument')
  withArgument(@CallSignal() signal: AbortSignal, @Argument() name: string): string {
    return `${name} ${stateOf(signal)}`;
  }

  @SubscribeMessage('Endless')
  endless(@CallSignal() signal: AbortSignal): Observable<string> {
    return new Observable((observer) => {
      signal.addEventListener('abort', () => this.aborted++);
      observer.next('begun');
    });
  }
}

let app: HubApp;
let connection: HubConnection;
beforeAll(async () => {
  app = await HubApp.start([SignalsGateway]);
  connection = await app.connect(WAYS[0], '/signals');
});
afterAll(() => app.stop());

it.each<[method: string, args: unknown[], result: string]>([
  ['Alone', [], 'live'],
  ['WithSocket', [], 'WebSockets live'],
  ['WithBody', [{ Name: 'x' }], 'x live'],
  ['WithMember', [{ Name: 'x' }], 'x live'],
  ['WithArgument', ['x'], 'x live'],
])('%s%j gets the signal of its call', async (method, args, result) => {
  expect(await connection.invoke(method, ...args)).toBe(result);
});

it('a method with only a signal takes no arguments', async () => {
  await expect(connection.invoke('Alone', 'x')).rejects.toThrow("Failed to invoke 'Alone' due to an error");
});

it('a canceled stream aborts its signal', async () => {
  const gateway = app.app.get(SignalsGateway);
  expect(gateway.aborted).toBe(0);
  await new Promise<void>((resolve, reject) => {
    const subscription = connection.stream('Endless').subscribe({
      next: () => {
        subscription.dispose();
        resolve();
      },
      complete: () => undefined,
      error: reject,
    });
  });
  await until('the signal is aborted', () => gateway.aborted === 1);
});
