/** The members of an entry that a filter names exactly, the rarest values first. */
export const filtered = [
  'id',
  'request_id',
  'token_id',
  'key',
  'code',
  'tenant',
  'action',
  'source',
  'outcome',
] as const
