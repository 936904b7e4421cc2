import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of vendors' whole documents, beside the checkout: not all of their licences let us hand them on. */
export const wholeDocuments = join(import.meta.dirname, '../../../shared/data/openapi')

/** The documents that may be handed on, cut to the operations in use; the README.md there has the licences. */
export const cutDocuments = join(import.meta.dirname, 'fixtures')

/** Why nothing can be tested on the whole documents here; `undefined`: it can. */
export const missingDocuments = existsSync(wholeDocuments)
  ? undefined
  : "the vendors' documents are not beside the repository, in ../shared/data/openapi"

/** The documents that may be handed on, with the provider whose operations in use are kept. */
export const sharedDocuments = [
  ['asana', 'asana__defs-asana-oas.yaml'],
  ['figma', 'figma__openapi-openapi.yaml'],
  ['github', 'github__api-github-com.json'],
  ['gmail', 'googleapis__gmail.yaml'],
  ['google-calendar', 'googleapis__calendar.yaml'],
  ['google-drive', 'googleapis__drive.yaml'],
  ['intercom', 'intercom__api-intercom-io-yaml.yaml'],
  ['jira', 'atlassian__jira.yaml'],
  ['microsoft-outlook', 'microsoft__graph-subset.json'],
  ['notion', 'notion__independent-notion.json'],
  ['slack', 'slack__web-api-slack-web-openapi-v2.json'],
  ['stripe', 'stripe__stripe-api.json'],
  ['xero', 'xero__xero-accounting.yaml'],
] as const

/** The cut of a document has its name, as JSON. */
export const cutName = (document: string): string => document.replace(/\.\w+$/, '.json')

/** The whole document where it is, else its cut; `undefined`: it can't be had. */
export const findDocument = (document: string): string | undefined =>
  [join(wholeDocuments, document), join(cutDocuments, cutName(document))].find((path) => existsSync(path))
