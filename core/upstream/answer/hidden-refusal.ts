import type { Failure } from '../../provider/index.ts'
import { isJsonObject } from '../../provider/json-object.ts'
import { type ErrorMeaning, readErrorMeaning } from './error-meaning.ts'

type Members = Readonly<Record<string, unknown>>

/** Errors are small: an answer with more members is content. */
const mostMembers = 8
/** Members that only content has. A job whose status is `error` has an id. */
const contentMembers = new Set('id uuid _id created_at createdAt updated_at name url'.split(' '))
const sentences = ['message', 'msg', 'errmsg', 'error_msg', 'error_message', 'error_description', 'error'] as const
const flags = ['ok', 'success', 'successful'] as const
const states = ['status', 'stat', 'state'] as const
const codes = ['code', 'errcode', 'error_code', 'errorcode', 'err_no', 'errno', 'error', 'exception'] as const

const isFull = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0

/** True for a code that isn't one of success, and for an error that has members or a text. */
const isCodeOfError = (code: unknown): boolean =>
  (typeof code === 'number' && code !== 0 && !(code >= 200 && code < 300)) ||
  (typeof code === 'string' && code !== '' && !/^(?:0+|2\d\d|ok|success)$/i.test(code)) ||
  isJsonObject(code)

/** True if a body says itself that it is a refusal and carries nothing else. Runs for each answer, so that it looks at names first. */
const isRefusal = (body: Members): boolean => {
  let members = 0
  for (const name in body) if (++members > mostMembers || contentMembers.has(name)) return false
  if (isFull(body.data) || isFull(body.result) || isFull(body.results) || isFull(body.items)) return false
  return (
    flags.some((name) => body[name] === false) ||
    states.some((name) => /^(?:error|fail|failure|0|OVER_QUERY_LIMIT)$/i.test(String(body[name] ?? ''))) ||
    codes.some((name) => isCodeOfError(body[name]))
  )
}

/** The HTTP status that a body has among its codes, where the answer has another. */
const innerStatus = (body: Members): number | undefined => {
  const { code, statusCode, status_code, error_code, status, error } = body
  const places = [code, statusCode, status_code, error_code, status, Object(error).code]
  return places.map(Number).find((one) => one === 401 || one === 403 || one === 429 || one === 498)
}

const readMeaning = (body: Members): ErrorMeaning | undefined => {
  const status = innerStatus(body)
  if (status === 429) return 'limit'
  // The words of a rate limit go first: some send it with 401.
  const meaning = readErrorMeaning(status ?? 400, body)
  return meaning ?? (status === 401 ? 'credential' : undefined)
}

const findSentence = (body: Members): string => {
  const { error, errors } = body
  const inner = [body, error, Array.isArray(errors) ? errors[0] : errors].map((each) => Object(each) as Members)
  const sentence = inner.flatMap((each) => sentences.map((name) => each[name])).find((text) => typeof text === 'string')
  return typeof sentence === 'string' ? sentence : 'it refused the request'
}

/**
 * The failure in an answer with 2xx that refuses the request for its credential or for a rate limit: WeCom's `errcode` 42001, Marketo's
 * `success: false`. `undefined`: it says nothing of the kind. Other errors in a 2xx are for the plugin: whether something was done, and
 * whether `status: 'error'` is an error at all, differs by vendor.
 */
export const findHiddenRefusal = (body: unknown): (Failure & { readonly refused: true }) | undefined => {
  if (!isJsonObject(body) || !isRefusal(body)) return undefined
  const meaning = readMeaning(body)
  return meaning && { message: findSentence(body), status: meaning === 'limit' ? 429 : 401, refused: true }
}
