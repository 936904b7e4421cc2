import { formatExact } from '../../parts/inline/relative-time.ts'

/** A request of the admin API, which a rule names behind a colon for readers who make requests themselves. */
const request = /: (?:GET|POST|PUT|PATCH|DELETE) \/admin\/[^ ]+(?: with \{[^}]*\}(?: or \{[^}]*\})*)?/g
const instant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** A rule's sentence for people: the button stands in place of requests, and times are in their zone. */
export const wordDetail = (detail: string): string =>
  detail.replaceAll(request, '').replaceAll(instant, (text) => formatExact(Date.parse(text)))
