export { type AnswerCache, createAnswerCache } from './answer-cache.ts'
export { createRequestMemo, type RequestMemo } from './request-memo.ts'
