import { quoteText } from './quote-argument.ts'

/** A call as a curl command. `body`: a value to write as JSON, or the text itself; `more`: further options of curl. */
export const formatCurlCommand = (url: string, body: unknown, more = ''): string =>
  `curl -X POST ${url} \\\n  -H 'Authorization: Bearer <tenant token>' \\\n  -H 'Content-Type: application/json'${more} \\\n  -d ${quoteText(typeof body === 'string' ? body : JSON.stringify(body))}`
