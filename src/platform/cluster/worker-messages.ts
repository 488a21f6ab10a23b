import type { Config } from '../config/config.js';

/** Message from the primary to a worker: first the settings, later one message per connection, which is its handle. */
export type ToWorker = { readonly config: Config } | 'connection';

/** Message from a worker to the primary: it serves, or it has taken or refused a connection. */
export type FromWorker = 'serves' | 'taken' | 'refused';
