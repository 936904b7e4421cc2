import { expect, test } from 'vitest'
import { type ContentKind, kindByType } from './answer-content.ts'

test.each<[type: string, kind: ContentKind]>([
  ['application/json; charset=utf-8', 'json'],
  ['application/vnd.api+json', 'json'],
  ['text/x-json', 'json'],
  // Several values of JSON are no JSON (RFC 7464, section 4).
  ['application/x-ndjson', 'text'],
  ['application/jsonl', 'text'],
  ['application/x-json-stream', 'text'],
  ['application/stream+json', 'text'],
  ['application/json-seq', 'text'],
  ['application/geo+json-seq', 'text'],
  ['application/csv', 'text'],
  ['application/jwt', 'text'],
  ['application/entity-statement+jwt', 'text'],
  ['application/x-javascript', 'text'],
  ['application/x-yaml', 'text'],
  ['image/svg+xml', 'text'],
  ['application/pdf', 'bytes'],
  ['application/x-sqlite3', 'bytes'],
])('%s is read as %s', (type, kind) => {
  expect(kindByType(new Headers({ 'content-type': type }))).toBe(kind)
})
