import { isMailAddress } from '#platform/process/config/mailbox.js';
import { DeliveryError, permanentFault } from '#platform/outbound/delivery.errors.js';
import type { Recipient } from '#automation/core/messages/recipients.sql.js';

/** A recipient whose message was not sent. */
export interface Unsent {
  readonly recipient: Recipient;
  readonly fault: DeliveryError;
}

/** Connections that the mail library opens. */
const AT_ONCE = 5;
/** Replies of the mail server that are not about one message: it is closing, or refuses the login. */
const ABOUT_ALL: ReadonlySet<number | undefined> = new Set([undefined, 421, 454, 530, 534, 535, 538]);

/**
 * Sends a message to each recipient, a few at once. A refused message does not keep the others from theirs; after a fault
 * that is not about one message, no further ones are begun.
 *
 * @returns whom it was not sent to, as far as it was tried
 * @throws errors that are no faults of a delivery, after the messages under way have ended
 */
export async function sendAll(
  recipients: readonly Recipient[],
  send: (recipient: Recipient) => Promise<void>,
): Promise<readonly Unsent[]> {
  const unsent: Unsent[] = [];
  const waiting = recipients[Symbol.iterator]();
  let goesOn = true;
  const work = async (): Promise<void> => {
    for (const recipient of { [Symbol.iterator]: () => ({ next: () => waiting.next() }) }) {
      if (!goesOn) return;
      const fault = await faultOf(recipient, send).catch((error: unknown) => {
        goesOn = false;
        throw error;
      });
      if (!fault) continue;
      unsent.push({ recipient, fault });
      goesOn &&= !isMailAddress(recipient.email) || !ABOUT_ALL.has(fault.details.statusCode);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const broken = ends.find(({ status }) => status === 'rejected');
  if (broken) throw (broken as PromiseRejectedResult).reason;
  return unsent;
}

async function faultOf(
  recipient: Recipient,
  send: (recipient: Recipient) => Promise<void>,
): Promise<DeliveryError | undefined> {
  if (!isMailAddress(recipient.email)) return permanentFault('The address is not valid.');
  try {
    await send(recipient);
    return undefined;
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    throw error;
  }
}
