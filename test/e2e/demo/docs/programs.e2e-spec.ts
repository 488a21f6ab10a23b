import * as signalR from '@microsoft/signalr';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { tokenOf } from '../../../support/hub-client.js';
import { customer } from '../../../support/demo.js';
import { blocksOf } from '../../../support/page-blocks.js';
import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

/** The programs of a page in one language. */
const programsOf = (path: string, language: string): readonly string[] =>
  blocksOf(readFileSync(path, 'utf8'))
    .filter(({ info }) => info === language)
    .map(({ text }) => text);

/** The program of the page leaves logging at its default, which would print between the tests. */
class QuietBuilder extends signalR.HubConnectionBuilder {
  constructor() {
    super();
    this.configureLogging(signalR.LogLevel.None);
  }
}

type Connect = (
  library: object,
  base: string,
  token: string,
  console: { readonly log: (...values: readonly unknown[]) => void },
) => Promise<signalR.HubConnection>;

/** Makes a function of the text of a page, with what the page takes as given as parameters. */
const AsyncFunction = (async () => undefined).constructor as new (...texts: readonly string[]) => Connect;

describe('the client of docs/interface/hub.md', () => {
  let app: TestApp;
  let hub: signalR.HubConnection | undefined;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    await hub?.stop();
    await app.stop();
  });

  it('connects and prints changes', async () => {
    const [program] = programsOf('docs/interface/hub.md', 'js');
    const printed: unknown[] = [];
    const log = (...values: readonly unknown[]): void => void printed.push(values);
    const connect = new AsyncFunction('signalR', 'base', 'token', 'console', `${program}\nreturn hub;`);
    hub = await connect({ HubConnectionBuilder: QuietBuilder }, app.url, await tokenOf(app, 'nina.north'), { log });
    const id = await app.as('nina.north').inserted('Customer', customer());
    await until('the change is printed', () => printed.length > 0);
    expect(printed).toEqual([['Create', 'Customer', id]]);
  });
});

/** Names that the programs of docs/signalr.md take as given. */
const GIVEN = `
import { createServer } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { ConnectedSocket, SubscribeMessage, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import { type Authorize, type Hub, type HubClient, type OwnerLocator, SignalRServer } from '../../../src/signalr/index.js';
import { Argument, CallSignal, HubException, type OnHubConnected, SignalRAdapter, UploadedStream } from '../../../src/signalr/nest/index.js';
declare class AppModule {}
declare const authorize: Authorize;
declare function privateAddressOf(nodeId: string): Promise<string>;
`;

describe('the programs of docs/signalr.md', () => {
  const parent = 'node_modules/.cache';
  let folder: string;
  beforeAll(() => {
    mkdirSync(parent, { recursive: true });
    folder = mkdtempSync(join(parent, 'signalr-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('compile', () => {
    const path = join(folder, 'programs.ts');
    writeFileSync(path, [GIVEN, ...programsOf('docs/signalr.md', 'ts')].join('\n'));
    const { config } = ts.readConfigFile('tsconfig.json', (file) => ts.sys.readFile(file)) as { config: object };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.', { noEmit: true, incremental: false });
    const program = ts.createProgram([path], { ...options, noUnusedLocals: false });
    const source = program.getSourceFile(path);
    const faults = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  }, 120_000);
});
