import type { ShownExchange } from '../tries.ts'

/** The request and answer of a call that failed, without credentials and other secrets. */
export interface FailedCall {
  /** The parameters of the caller; a text where they were too long. `null`: the call ended before they were read. */
  readonly parameters: unknown
  /** The newest request to the vendor; `null`: nothing was sent. */
  readonly request: (Omit<NonNullable<ShownExchange['request']>, 'body'> & { readonly body: string | null }) | null
  readonly answer: ShownExchange['answer']
  /** True if a text was too long to be kept whole. */
  readonly is_cut: boolean
}

const mostBytes = 64 * 1024
/** The most characters of a text: a body of letters fits whole, and others are cut until everything fits. */
const firstRoom = 48 * 1024
const mostAddress = 4096
const mostHeader = 1024
const mostHeaders = 40

type Texts = Omit<FailedCall, 'is_cut'>

/** Cuts texts, and remembers whether it did. */
class Cutter {
  isCut = false
  text(text: string, room: number): string {
    if (text.length <= room) return text
    this.isCut = true
    return `${text.slice(0, room).toWellFormed()}… (${text.length} characters)`
  }
  headers(headers: Readonly<Record<string, string>>, room: number): Readonly<Record<string, string>> {
    const all = Object.entries(headers)
    if (all.length > mostHeaders) this.isCut = true
    return Object.fromEntries(
      all
        .slice(0, mostHeaders)
        .map(([name, value]) => [this.text(name, 256), this.text(value, Math.min(mostHeader, room))]),
    )
  }
  value(value: unknown, room: number): unknown {
    const text = JSON.stringify(value)
    return text === undefined || text.length <= room ? value : this.text(text, room)
  }
}

const cutBody = <Body extends string | { readonly base64: string } | null>(body: Body, room: number, cut: Cutter) => {
  if (body === null) return null
  return typeof body === 'string' ? cut.text(body, room) : cut.text(body.base64, room)
}

const cutTo = ({ parameters, request, answer }: Texts, room: number): FailedCall => {
  const cut = new Cutter()
  const bounded = {
    parameters: cut.value(parameters, room),
    request: request && {
      ...request,
      url: cut.text(request.url, Math.min(mostAddress, room)),
      headers: cut.headers(request.headers, room),
      body: cutBody(request.body, room, cut),
    },
    answer: answer && { ...answer, headers: cut.headers(answer.headers, room), body: cutBody(answer.body, room, cut) },
  }
  return { ...bounded, is_cut: cut.isCut }
}

/** The call as JSON of at most 64 KiB: the longest texts are cut, and say so. */
export const boundFailedCall = (texts: Texts): string => {
  for (let room = firstRoom; ; room = Math.floor(room / 2)) {
    const json = JSON.stringify(cutTo(texts, room))
    if (Buffer.byteLength(json) <= mostBytes || room === 0) return json
  }
}
