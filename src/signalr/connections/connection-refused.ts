/** Refusal of a request with a status and a text, which clients show. `authorize` throws it to refuse a request. */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused';

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export const unknownConnection = (): ConnectionRefused => new ConnectionRefused(404, 'No Connection with that ID');

export const transportChanged = (): ConnectionRefused =>
  new ConnectionRefused(400, 'Cannot change transports mid-connection');

export const alreadyActive = (): ConnectionRefused =>
  new ConnectionRefused(409, 'The connection is already in use by another request.');
