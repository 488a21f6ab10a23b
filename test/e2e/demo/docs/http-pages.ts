/** Pages with examples in HTTP, which a test sends to the service. */
export const HTTP_PAGES: readonly string[] = [
  'interface',
  'definitions',
  'lifecycles',
  'approvals',
  'workflows',
  'triggers',
  'model-entities',
  'integrate',
  'administer',
].map((name) => `docs/${name}.md`);
