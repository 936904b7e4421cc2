import { quotation } from '../quoted-calls.ts'
import { routes } from './admin-routes.ts'
import { configuration, secretFiles } from './configuration.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { metrics } from './metrics.ts'
import { providers } from './providers.ts'

/** What stands between the marks of a page, and is made from the code. */
export interface GeneratedSection {
  readonly page: string
  readonly name: string
  text(): string
}

export const generatedSections: readonly GeneratedSection[] = [
  { page: 'docs/call.md', name: 'call', text: quotation },
  { page: 'docs/calls.md', name: 'errors', text: errors },
  { page: 'docs/admin-api.md', name: 'admin-routes', text: routes },
  { page: 'docs/configuration.md', name: 'configuration', text: configuration },
  { page: 'docs/configuration.md', name: 'secret-files', text: secretFiles },
  { page: 'docs/operating.md', name: 'jobs', text: jobs },
  { page: 'docs/operating.md', name: 'metrics', text: metrics },
  { page: 'docs/included-providers.md', name: 'providers', text: providers },
]
