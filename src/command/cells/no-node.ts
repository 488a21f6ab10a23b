/** Body of a router's 503 in the form of the service's own: no node of a cell is ready. */
export const NO_NODE = JSON.stringify({
  IsSuccess: false,
  StatusCode: '503',
  Result: null,
  Errors: ['No node of the cell is ready. Repeat the request after Retry-After.'],
  ErrorDetails: [
    { Code: 'Unavailable', Message: 'No node of the cell is ready. Repeat the request after Retry-After.' },
  ],
});
