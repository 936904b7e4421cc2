const urlParts = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const

interface UrlRequest {
  readonly href: string
  readonly base?: string
  readonly change?: Readonly<Partial<Record<Exclude<(typeof urlParts)[number], 'origin'>, string>>>
}

/** The parts of a URL that the code parses or changes, as JSON; empty if it isn't a URL. */
export const answerUrl = (request = ''): string => {
  try {
    const { href, base, change = {} } = JSON.parse(request) as UrlRequest
    const url = Object.assign(new URL(href, base), change)
    return JSON.stringify(Object.fromEntries(urlParts.map((name) => [name, url[name]])))
  } catch {
    return ''
  }
}
