import fc from 'fast-check';
import { MessageBuffer } from '#signalr/protocol/message-buffer.js';

const sent = (count: number, maximumBytes = 100): MessageBuffer<number> => {
  const buffer = new MessageBuffer<number>(maximumBytes);
  for (let n = 1; n <= count; n++) buffer.keep(n, 10);
  return buffer;
};

it('keeps unacknowledged messages and announces where it resumes', () => {
  const buffer = sent(4);
  buffer.acknowledge(2);
  expect(buffer.resume()).toEqual({ next: 3, messages: [3, 4] });
  buffer.acknowledge(4);
  expect(buffer.resume()).toEqual({ next: 5, messages: [] });
});

it('cannot resume from dropped messages until they are acknowledged', () => {
  const buffer = sent(12);
  expect(buffer.canResume).toBe(false);
  buffer.acknowledge(1);
  expect(buffer.canResume).toBe(false);
  buffer.acknowledge(2);
  expect([buffer.canResume, buffer.resume().next]).toEqual([true, 3]);
});

it('counts each message once, however often it arrives', () => {
  const buffer = sent(0);
  expect([buffer.receive(), buffer.receive(), buffer.receive()]).toEqual([true, true, true]);
  buffer.resume();
  expect(buffer.waitsForSequence).toBe(true);
  buffer.sequence(2);
  expect(buffer.waitsForSequence).toBe(false);
  expect([buffer.receive(), buffer.receive(), buffer.receive()]).toEqual([false, false, true]);
});

it('acknowledges new messages, and resent ones again', () => {
  const buffer = sent(0);
  expect(buffer.acknowledgement()).toBeUndefined();
  buffer.receive();
  expect([buffer.acknowledgement(), buffer.acknowledgement()]).toEqual([1, undefined]);
  buffer.resume();
  buffer.sequence(1);
  buffer.receive();
  expect(buffer.acknowledgement()).toBe(1);
});

it('refuses a Sequence beyond what it received', () => {
  const buffer = sent(0);
  buffer.receive();
  expect(() => buffer.sequence(3)).toThrow('Sequence');
  expect(() => buffer.sequence(2)).not.toThrow();
});

it('loses and duplicates nothing between two sides, wherever the connection breaks', () => {
  // true: a message is sent and arrives; false: it is sent and lost with the line, which is then restored.
  fc.assert(
    fc.property(fc.array(fc.boolean()), (arrivals) => {
      const here = new MessageBuffer<number>(Infinity);
      const there = new MessageBuffer<number>(Infinity);
      const received: number[] = [];
      const deliver = (n: number): void => {
        if (there.receive()) received.push(n);
      };
      for (const [n, arrives] of arrivals.entries()) {
        here.keep(n, 1);
        if (arrives) deliver(n);
        else {
          const { next, messages } = here.resume();
          there.resume();
          there.sequence(next);
          messages.forEach(deliver);
        }
        const acknowledged = n % 3 === 0 ? there.acknowledgement() : undefined;
        if (acknowledged !== undefined) here.acknowledge(acknowledged);
      }
      expect(received).toEqual(arrivals.map((_, n) => n));
    }),
  );
});
