import type { Arguments } from './slack-arguments.ts'
import { SlackError } from './slack-error.ts'

const encode = (index: number): string => Buffer.from(`next:${index}`).toString('base64')

const decode = (cursor: string): number => {
  const [, index] = /^next:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? []
  if (index === undefined) throw new SlackError('invalid_cursor')
  return Number(index)
}

/** One page by `limit` and `cursor`; the last one's cursor is empty. https://docs.slack.dev/apis/web-api/pagination */
export const pageOf = <T>(all: readonly T[], asked: Arguments, most = 1000) => {
  const limit = asked.whole('limit', 100)
  if (limit < 1 || limit > most) throw new SlackError('invalid_limit')
  const cursor = asked.text('cursor')
  const begin = cursor === undefined ? 0 : decode(cursor)
  const end = begin + limit
  const next_cursor = end < all.length ? encode(end) : ''
  return { items: all.slice(begin, end), has_more: next_cursor !== '', response_metadata: { next_cursor } }
}
