/** Pages of the reference in the order of docs/interface.md, in which their examples follow one another. */
export const REFERENCE: readonly string[] = [
  'conventions',
  'records',
  'queries',
  'routines',
  'lifecycle',
  'approvals',
  'automation',
  'access',
  'hub',
  'definitions',
  'openapi',
  'platform',
].map((name) => `docs/interface/${name}.md`);

/** Pages with examples in HTTP, which a test sends to the service: those of one walk go to one service. */
export const WALKS: readonly (readonly string[])[] = [
  REFERENCE,
  ...[
    'definitions',
    'lifecycles',
    'approvals',
    'workflows',
    'triggers',
    'model-entities',
    'decide-who-sees-what',
    'integrate',
    'administer',
  ].map((name) => [`docs/${name}.md`]),
];
