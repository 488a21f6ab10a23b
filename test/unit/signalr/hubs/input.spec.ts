import { of, Subject, throwError } from 'rxjs';
import { ProtocolError } from '#signalr/protocol/protocol-error.js';
import { PendingInput } from '#signalr/calls/pending-input.js';
import { iteratorOf, nextItem } from '#signalr/calls/stream-source.js';
import { Upload } from '#signalr/calls/upload.js';

describe('pending input', () => {
  it('is paused above the limit, until half of it is handled', async () => {
    const pending = new PendingInput(100);
    pending.add(100);
    expect(pending.hold()).toBeUndefined();
    pending.add(1);
    let released = false;
    const hold = pending.hold()!.then(() => (released = true));
    pending.handled(50);
    await Promise.resolve();
    expect([released, pending.isHeld]).toEqual([false, true]);
    pending.handled(1);
    await hold;
    expect(pending.isHeld).toBe(false);
  });

  it('is not paused while the server waits for an answer of the client', async () => {
    const pending = new PendingInput(100);
    pending.add(200);
    const hold = pending.hold()!;
    let answer!: () => void;
    const asking = pending.exempt(new Promise<void>((resolve) => (answer = resolve)));
    await hold;
    expect(pending.hold()).toBeUndefined();
    answer();
    await asking;
    expect(pending.hold()).toBeDefined();
    pending.release();
  });

  it('disconnects a client that does not stop', () => {
    const pending = new PendingInput(100);
    expect(() => pending.add(3_201)).toThrow(ProtocolError);
  });
});

describe('an upload', () => {
  const upload = () => new Upload(new PendingInput(1_000));

  it('delivers its items in order, before and after they arrive, and ends', async () => {
    const stream = upload();
    stream.push('a', 1);
    const all: unknown[] = [];
    const reading = (async () => {
      for await (const item of stream) all.push(item);
    })();
    stream.push('b', 1);
    await Promise.resolve();
    stream.push('c', 1);
    stream.end();
    stream.push('too late', 1);
    await reading;
    expect(all).toEqual(['a', 'b', 'c']);
  });

  it('fails after its last item', async () => {
    const stream = upload();
    stream.push('a', 1);
    stream.end(new Error('broken off'));
    expect(await stream.next()).toEqual({ done: false, value: 'a' });
    await expect(stream.next()).rejects.toThrow('broken off');
  });
});

describe('a stream', () => {
  const all = async (iterator: AsyncIterator<unknown>): Promise<unknown[]> => {
    const items: unknown[] = [];
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) items.push(next.value);
    return items;
  };

  it('of an Observable delivers all items, then its error, and unsubscribes', async () => {
    expect(await all(iteratorOf(of(1, 2, 3)))).toEqual([1, 2, 3]);
    await expect(all(iteratorOf(throwError(() => new Error('e'))))).rejects.toThrow('e');
    const subject = new Subject<number>();
    const iterator = iteratorOf(subject);
    const first = iterator.next();
    subject.next(1);
    expect(await first).toEqual({ done: false, value: 1 });
    await iterator.return!();
    expect(subject.observed).toBe(false);
  });

  it('is left at once when canceled, even if its source hangs', async () => {
    const controller = new AbortController();
    const hanging = nextItem(iteratorOf(new Subject()), controller.signal);
    controller.abort();
    expect(await hanging).toBeUndefined();
    expect(await nextItem(iteratorOf(of(1)), controller.signal)).toBeUndefined();
  });
});
