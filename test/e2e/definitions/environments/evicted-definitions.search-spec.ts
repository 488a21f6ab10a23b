import { DefinitionRepository } from '#platform/catalogue/definition.repository.js';
import { cloneEnvironments, type ClonedEnvironment } from '../../../support/clone-environments.js';
import { HubListener } from '../../../support/hub-client.js';
import { TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const COPIES = 30;

// See docs/decisions/0231-definitions-are-cached-by-their-estimated-memory.md
describe('definitions of more environments than their memory holds', () => {
  let app: TestApp;
  let copies: readonly ClonedEnvironment[] = [];
  const { readSized } = DefinitionRepository.prototype;
  /** Times that definitions of the copies were read for a cache. */
  let reads = 0;
  const isCopy = (id: string): boolean => copies.some((copy) => copy.id === id);
  beforeAll(async () => {
    DefinitionRepository.prototype.readSized = function (environment, query) {
      if (query === undefined && isCopy(environment.id)) reads++;
      return readSized.call(this, environment, query);
    };
    app = await TestApp.start({ CATALOGUE_MEMORY_MB: '9' });
    copies = await cloneEnvironments(app.databaseUrl, await app.schema(), COPIES);
  });
  beforeEach(() => void (reads = 0));
  afterAll(async () => {
    DefinitionRepository.prototype.readSized = readSized;
    await app.stop();
  });

  const names = async ({ place }: ClonedEnvironment): Promise<readonly string[]> => {
    const { body } = await app.as('nina.north', place).select('Customer', { SelectedFields: ['Name'] });
    return (body.Result as readonly { Name: string }[]).map(({ Name }) => Name).toSorted();
  };
  const OF_NINA = ['Alpenmarkt AG', 'Alpenmarkt Filiale Ost', 'Bistro Blau'];

  it('are read again after others have taken their place, and stay while they are in use', async () => {
    for (let round = 0; round < 2; round++) for (const copy of copies) expect(await names(copy)).toEqual(OF_NINA);
    expect(reads).toBe(2 * COPIES);
    reads = 0;
    for (let round = 0; round < 5; round++) for (const copy of copies.slice(0, 5)) await names(copy);
    expect(reads).toBe(5);
  });

  it('serve requests to all environments at once', async () => {
    const answers = await Promise.all([...copies, ...copies].map(names));
    for (const answer of answers) expect(answer).toEqual(OF_NINA);
  });

  it('are not needed to keep a hub connection and its changes', async () => {
    const [copy] = copies;
    const hub = await HubListener.connect(app, 'nina.north', { place: copy.place });
    await hub.connection.invoke('RegisterEntity', 'Customer');
    for (const other of copies.slice(1)) await names(other);
    const nina = app.as('nina.north', copy.place);
    await nina.update('Customer', { Phone: '+49 30 555' }, where('Name', 'EqualTo', 'Bistro Blau'));
    await until('the change is heard', async () => hub.heard.length === 1);
    expect(hub.heard[0]).toMatchObject({ EntityName: 'Customer', Operation: 'Update' });
    await hub.stop();
  });

  it('take away from a member what was taken away meanwhile', async () => {
    const [, copy] = copies;
    const [nina, ada] = ['nina.north', 'ada.admin'].map((user) => app.as(user, copy.place));
    expect((await nina.select('Customer')).status).toBe(200);
    for (const other of copies.slice(2)) await names(other);
    const changed = await ada.update('User', { IsActive: false }, where('UserName', 'EqualTo', 'nina.north'));
    expect(changed.body.Errors).toEqual([]);
    expect((await nina.select('Customer')).status).not.toBe(200);
  });
});
