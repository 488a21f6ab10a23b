import { readFileSync } from 'node:fs';
import { MEMORY_FLAGS } from '../bench/rig/service.js';

const PROGRAM = 'dist/src/main.js';

/** Arguments of Node in each command of a text that starts the service. */
function flagsIn(text: string): readonly string[] {
  const commands = text.matchAll(new RegExp(`\\bnode\\b([^|]*?)${PROGRAM}`, 'g'));
  return [...commands].map(([, flags]) => flags.replaceAll(/[",]/g, '').trim().replaceAll(/\s+/g, ' '));
}

describe('The service', () => {
  it('starts with the same flags of V8 by npm, in the image and in benches', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
    const image = readFileSync('Dockerfile', 'utf8').split('\n').at(-2)!;
    const flags = MEMORY_FLAGS.join(' ');
    expect(flagsIn(scripts.start)).toEqual([flags, flags]);
    expect(flagsIn(image)).toEqual([flags]);
  });
});
