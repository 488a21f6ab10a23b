import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { ERROR_CODES, type ErrorCode } from '#core/errors.js';
import { problem } from '#platform/http/problem.js';
import { WHEN } from '#platform/http/openapi/refusals.js';

const ROW = /^\| `(\w+)` +\| (\d{3}) +\| (.*?) +\|/gm;

// See docs/errors.md#codes
it('documents every error code with its status in docs/errors.md as in OpenAPI, in the order of precedence', () => {
  const documented = [...readFileSync('docs/errors.md', 'utf8').matchAll(ROW)];
  const answered = (Object.keys(ERROR_CODES) as ErrorCode[]).map((code) => [
    code,
    problem(code, '').status,
    WHEN[code],
  ]);
  expect(documented.map(([, code, status, when]) => [code, Number(status), when])).toEqual(answered);
});
