/** Example bodies of a run of the demo's `Customer/CustomersBySegment`. */
export const RUN_EXAMPLES = {
  'Tokens and a view, page, order': {
    Reqtokens: { Segments: ['Retail', 'Wholesale'], NameStartsWith: 'a' },
    SavedView: 'Compact',
    Pager: { PageNumber: 1, PageSize: 20 },
    Sort: [{ FieldName: 'Name', Direction: 1 }],
  },
  'With further filters': {
    Reqtokens: { Segments: 'Retail,Wholesale' },
    SavedView: 'Compact',
    WhereClause: { Filters: [{ FieldName: 'RegionId.Code', Operator: 3, Value: 'NO' }] },
  },
};
