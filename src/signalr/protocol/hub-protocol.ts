import type { HubMessage } from './messages.js';

/** Whether a protocol's bytes are UTF-8 text; WebSocket frames are marked by it, and some transports carry only text. */
export type TransferFormat = 'Text' | 'Binary';

/** Cuts a stream of bytes into records; where the pieces begin and end means nothing. */
export interface RecordReader {
  /**
   * @returns the records that this piece completes, without their framing.
   * @throws {ProtocolError} for a record above the size limit, as soon as that is certain.
   */
  push(piece: Buffer): readonly Buffer[];
}

/** A table between hub messages and bytes. */
export interface HubProtocol {
  readonly name: string;
  readonly transferFormat: TransferFormat;
  /** @param maximumBytes size limit of one record */
  reader(maximumBytes: number): RecordReader;
  /**
   * @returns the message of a record; `undefined` for a type that this version does not know, which is ignored.
   * @throws {ProtocolError} for anything malformed.
   */
  decode(record: Buffer): HubMessage | undefined;
  /** @returns the message as it goes out, framing included. */
  encode(message: HubMessage): Buffer;
}
