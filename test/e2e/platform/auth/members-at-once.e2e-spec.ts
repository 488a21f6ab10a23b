import { PrincipalRepository } from '#platform/catalogue/principal.repository.js';
import { TestApp } from '../../../support/test-app.js';

const REQUESTS = 300;

describe('the first requests of a user after a start', () => {
  let app: TestApp;
  const { find } = PrincipalRepository.prototype;
  let reads = 0;
  beforeAll(async () => {
    PrincipalRepository.prototype.find = function (catalogue, user) {
      reads++;
      return find.call(this, catalogue, user);
    };
    app = await TestApp.start();
  });
  afterAll(async () => {
    PrincipalRepository.prototype.find = find;
    await app.stop();
  });

  it.each([
    ['nina.north', 200],
    ['nobody', 403],
  ])('of %s, sent at once, are answered with %d after one read', async (user, expected) => {
    reads = 0;
    const answers = await Promise.all(Array.from({ length: REQUESTS }, () => app.as(user).get('/access')));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([expected]);
    expect(reads).toBeLessThanOrEqual(expected === 200 ? 1 : REQUESTS / 10);
  });
});
