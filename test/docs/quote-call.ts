/** `bun test/docs/quote-call.ts`: renews the quotation of `core/call/call.ts` in `docs/call.md`. */
import { writeSection } from '../readme-section.ts'
import { quotation } from './quoted-calls.ts'

await writeSection('call', quotation(), 'docs/call.md')
