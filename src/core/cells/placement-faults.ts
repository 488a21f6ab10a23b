import type { Faults } from '#core/errors.js';
import { type Cell, type PlacedEnvironment, spellingsOf } from './cell.js';

/** Adds the faults of cells beside each other: what they share, and the cell for calls without environment. */
export function addPlacementFaults(cells: readonly Cell[], faults: Faults): void {
  const defaults = cells.filter(({ isDefault }) => isDefault).map(({ name }) => name);
  if (defaults.length !== 1) {
    const found = defaults.length === 0 ? 'none has' : `${defaults.join(' and ')} have`;
    const message = `Exactly one cell must have Default true, which answers calls without environment; ${found} it.`;
    faults.add('Validation', message, { path: 'Cells' });
  }
  addSharedNames(cells, faults);
  addSharedOrigins(cells, faults);
  const environments = cells.flatMap((cell) => cell.environments);
  addSharedEnvironments(environments, faults);
  addOtherIds(environments, faults);
}

function addSharedNames(cells: readonly Cell[], faults: Faults): void {
  const known = new Map<string, string>();
  for (const { name } of cells) {
    const other = known.get(name.toLowerCase());
    const message = `The cells '${other}' and '${name}' differ only in letter case.`;
    if (other !== undefined) faults.add('Validation', message, { path: `Cells.${name}` });
    known.set(name.toLowerCase(), name);
  }
}

function addSharedOrigins(cells: readonly Cell[], faults: Faults): void {
  const known = new Map<string, string>();
  for (const { name, origins } of cells) {
    for (const origin of origins) {
      const other = known.get(origin);
      const message = `The node ${origin} is listed twice, in cell '${other}' and in cell '${name}'.`;
      if (other !== undefined) faults.add('Validation', message, { path: `Cells.${name}.Origins` });
      known.set(origin, name);
    }
  }
}

/** An environment that two entries name, by the same names, the same ids, or parts of both. */
function addSharedEnvironments(environments: readonly PlacedEnvironment[], faults: Faults): void {
  const known = new Map<string, PlacedEnvironment>();
  for (const environment of environments) {
    const spellings = spellingsOf(environment);
    const shared = spellings.find((spelling) => known.has(spelling));
    if (shared !== undefined) {
      const message = `The environment ${shared} is placed twice, in ${known.get(shared)!.path}, too.`;
      faults.add('Validation', message, { path: environment.path });
    }
    for (const spelling of spellings) if (!known.has(spelling)) known.set(spelling, environment);
  }
}

/** A tenant, or an app of a tenant, that has another id, or another name, in another entry. */
function addOtherIds(environments: readonly PlacedEnvironment[], faults: Faults): void {
  const known = new Map<string, string>();
  const check = (what: string, key: string, value: string, path: string): void => {
    const other = known.get(key);
    const message = `The ${what} '${key.split('/').at(-1)}' is '${value}' here and '${other}' in another entry.`;
    if (other !== undefined && other !== value) faults.add('Validation', message, { path });
    known.set(key, value);
  };
  for (const { names, ids, path } of environments) {
    const [tenant, app] = names.map((name) => name.toLowerCase());
    const [tenantId, appId] = ids.map((id) => id.toLowerCase());
    check('tenant', `name/${tenant}`, tenantId, path);
    check('tenant', `id/${tenantId}`, tenant, path);
    check('app', `${tenantId}/name/${app}`, appId, path);
    check('app', `id of an app/${appId}`, app, path);
  }
}
