export type { OnHubConnected, OnHubDisconnected } from './gateway-instances.js';
export { HubException } from './hub-exception.js';
export { Argument, CallSignal, UploadedStream } from './hub-parameters.js';
export { SignalRAdapter, type SignalRAdapterOptions } from './signalr.adapter.js';
