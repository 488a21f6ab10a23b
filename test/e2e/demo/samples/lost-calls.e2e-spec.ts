import { TestApp } from '../../../support/test-app.js';
import { LossyProxy } from './lossy-proxy.js';
import { SampleProcess } from './sample-process.js';

/** Longer than the sample is waited for, so that a failure tells what it said. */

describe('the sample for the terminal, without sockets', () => {
  let app: TestApp;
  let proxy: LossyProxy;
  let sample: SampleProcess;
  beforeAll(async () => {
    app = await TestApp.start();
    proxy = await LossyProxy.start(app.url);
    sample = SampleProcess.start(proxy.url);
  });
  afterAll(async () => {
    await sample.stop();
    await proxy.stop();
    await app.stop();
  });

  const insert = async (Subject: string): Promise<string> =>
    (await app.as('nina.north').insert('Note', { Subject })).body.Result.Id;

  // See docs/front-ends.md#follow-every-change
  it('makes a lost call again while its connection stays, and misses no change', async () => {
    await sample.says(/nina\.north hears of every Note/);
    await sample.says(new RegExp(`Create ${await insert('Before')}`));
    proxy.breakAndLose('StreamChanges');
    await sample.says(/The connection is lost/);
    const missed = await insert('Meanwhile');
    await sample.says(/Connected again/);
    await sample.says(new RegExp(`Create ${missed}`));
    expect(proxy.lost).toBe(1);
    const live = await insert('Live again');
    await sample.says(new RegExp(`Create ${live}`));
    expect([missed, live].map((id) => sample.times(new RegExp(`Create ${id}`, 'g')))).toEqual([1, 1]);
  });
});
