import type { HubMessage } from './messages.js';

/**
 * Format of a protocol: UTF-8 text or binary. WebSocket frames are marked with it, and some transports only carry text.
 */
export type TransferFormat = 'Text' | 'Binary';

/** Splits a stream of bytes into records, independently of the boundaries of its pieces. */
export interface RecordReader {
  /**
   * Adds a piece of the stream.
   *
   * @returns records that this piece completes, without their framing
   * @throws {ProtocolError} as soon as a record exceeds the size limit
   */
  push(piece: Buffer): readonly Buffer[];
}

/** Encoding of hub messages. */
export interface HubProtocol {
  readonly name: string;
  readonly transferFormat: TransferFormat;
  /** Creates a reader. @param maximumBytes size limit of one record */
  reader(maximumBytes: number): RecordReader;
  /**
   * Decodes a record.
   *
   * @returns `undefined` for an unknown type, which is ignored
   * @throws {ProtocolError} for a malformed record
   */
  decode(record: Buffer): HubMessage | undefined;
  /** Encodes a message, including its framing. */
  encode(message: HubMessage): Buffer;
}
