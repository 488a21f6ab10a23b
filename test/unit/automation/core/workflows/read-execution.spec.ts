import type { RequestContext } from '#core/context/context.js';
import { readExecution } from '#automation/core/workflows/read-execution.js';
import { buildWorkflow } from '#core/compile/build-workflow.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';

const ID = '9cbfd3fe-7006-4245-bde6-79e5d694697a';

function contextWith(more: object = {}, strict = false): RequestContext {
  const ctx = fixtureContext();
  const workflow = buildWorkflow({
    Id: ID,
    Name: 'Block',
    Type: 'Manual',
    IsActive: true,
    Tokens: [
      { Name: 'Who', Type: 'Text', Required: true },
      { Name: 'Amount', Type: 'Decimal', Default: '1.50' },
    ],
    ...more,
  });
  const catalogue = Object.assign(Object.create(ctx.catalogue) as typeof ctx.catalogue, {
    automation: { ...ctx.catalogue.automation, workflows: new Map([[ID, workflow]]) },
  });
  return { ...ctx, catalogue, preferences: { ...ctx.preferences, strict } };
}

// Requirement: R188
it.each([
  ['in Reqtokens', { Reqtokens: { who: 'Ann' } }],
  ['as the body', { '@Who': 'Ann' }],
])('reads the values of tokens %s, and defaults', (_where, body) => {
  const { tokens, workflow } = readExecution(contextWith(), ID.toUpperCase(), body);
  expect([workflow.name, tokens]).toEqual(['Block', { Who: 'Ann', Amount: '1.50' }]);
});

it('notes other members in the log, and refuses them when handling is strict', () => {
  const body = { Reqtokens: { Who: 'Ann' }, Other: 'x' };
  expect(readExecution(contextWith(), ID, body).log).toEqual(["Unknown member 'Other' was ignored."]);
  expect(() => readExecution(contextWith({}, true), ID, body)).toThrow(/Unknown member/);
});

it('refuses a misspelt Reqtokens with a suggestion, unless it is the name of a token', () => {
  for (const name of ['reqtokens', 'ReqToken']) {
    const faults = [expect.objectContaining({ code: 'UnknownMember', path: name })];
    const body = { [name]: { Who: 'Ann' } };
    expect(() => readExecution(contextWith(), ID, body)).toThrow(expect.objectContaining({ faults }));
  }
  const ctx = contextWith({ Tokens: [{ Name: 'ReqToken', Type: 'Text' }] });
  expect(readExecution(ctx, ID, { ReqToken: 'a' }).tokens).toEqual({ ReqToken: 'a' });
});

it('suggests the token that a misspelt one nearly matches', () => {
  const body = { Who: 'Ann', Amuont: '2' };
  expect(() => readExecution(contextWith(), ID, body)).toThrow("Block has no token 'Amuont'. Did you mean 'Amount'?");
});

// Requirement: R189
it.each<[string, string, string, object]>([
  ['an id that is no UUID', 'Validation', 'x', {}],
  ['an unknown workflow', 'NotFound', ID.replace('9', '8'), {}],
  ['another type', 'Validation', ID, { Type: 'Triggered' }],
  ['an inactive workflow', 'Validation', ID, { IsActive: false }],
])('refuses %s', (_what, code, id, more) => {
  expect(() => readExecution(contextWith(more), id, { Who: 'Ann' })).toThrow(expect.objectContaining({ code }));
});
