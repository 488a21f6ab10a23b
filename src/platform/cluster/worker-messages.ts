import type { Config } from '../config/config.js';

/** What a primary tells a worker: first its settings; later each connection that it is given, as the message's handle. */
export type ToWorker = { readonly config: Config } | 'connection';

/** What a worker tells its primary: that it serves, and of each connection whether it has taken it. */
export type FromWorker = 'serves' | 'taken' | 'refused';
