export { type AnswerCache, createAnswerCache } from './answer-cache.ts'
export { buildCacheKey } from './cache-key.ts'
export { createRequestMemo, type RequestMemo } from './request-memo.ts'
