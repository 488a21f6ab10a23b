/** Divides the chunks of a file into parts of a fixed size; the last one may be smaller. */
export async function* fileParts(chunks: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (bytes + rest.length >= partBytes) {
      const taken = partBytes - bytes;
      yield Buffer.concat([...collected, rest.subarray(0, taken)]);
      [collected, bytes, rest] = [[], 0, rest.subarray(taken)];
    }
    if (rest.length > 0) collected.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0) yield Buffer.concat(collected);
}
