import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AnyProvider, findAuth, formatTemplate, type OAuth2, type SingleAuth } from '@patchbay/core/provider'
import { describe, expect, test } from 'vitest'
import { findDocument, missingDocuments, wholeDocuments } from '../../../test/vendor-documents/documents.ts'
import { createLeftOutList } from '../read/left-out.ts'
import { toNode } from '../read/node.ts'
import { readDocument } from '../read/read.ts'
import { findUsualServer } from '../read/servers.ts'
import { inVersion3 } from '../read/version-3.ts'
import type { CodeFact } from '../vendors/vendor.ts'
import { findHostFact } from './host-facts.ts'
import { listSchemes } from './requirements.ts'

const providersFolder = join(import.meta.dirname, '../../../providers')
const ids = readdirSync(providersFolder).filter((id) => id !== 'demo')

const load = async (id: string): Promise<AnyProvider> => (await import(join(providersFolder, id, 'index.ts'))).default

/** Each part of a host or address that accounts have of their own as `x`. */
const plain = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, 'x')

const hostOf = ({ origin }: AnyProvider): string => new URL(plain(formatTemplate(origin))).host

const kindsOf = ({ auth }: AnyProvider): SingleAuth[] =>
  auth.kind === 'oneOf' ? Object.keys(auth.alternatives).flatMap((name) => findAuth(auth, name) ?? []) : [auth]

/** An address without the host, if that is the API's own, and without a directory that accounts may have of their own. */
const pathOf = (address: string, host: string): string => {
  const url = new URL(plain(address), `https://${host}`)
  return url.host === host ? url.pathname : url.href.replace('/common/', '/x/')
}

const expectCode = (
  fact: CodeFact | undefined,
  auth: OAuth2 & { readonly authorize?: unknown },
  host: string,
): void => {
  if (auth.grant !== undefined && auth.grant !== 'authorization_code') return
  const { rotates, pkce, clientAuth, encoding, separator, parameters } = auth
  expect(fact).toMatchObject({ rotates })
  expect({ ...fact }).toEqual({
    authorize: expect.any(String),
    token: expect.any(String),
    rotates,
    ...(auth.refresh !== undefined && { refresh: auth.refresh }),
    ...(pkce && { pkce }),
    ...(clientAuth && { clientAuth }),
    ...(encoding && { encoding }),
    ...(separator && separator !== ' ' && { separator }),
    ...(parameters && { parameters }),
  })
  expect(pathOf(String(fact?.authorize), host)).toBe(pathOf(formatTemplate(auth.authorize), host))
  expect(pathOf(String(fact?.token), host)).toBe(pathOf(formatTemplate(auth.token), host))
}

describe('the facts of a host are those of the included provider', () => {
  test.each(ids)('%s', async (id) => {
    const provider = await load(id)
    const host = hostOf(provider)
    const fact = findHostFact(host)
    expect(fact, `vendors.json has nothing of ${host}`).toBeDefined()
    for (const [place, auth] of kindsOf(provider).entries()) {
      // Facts are of the usual ways: a sign-in that stands behind keys is none, and isn't proposed.
      if (auth.kind === 'oauth2' && place > 0 && auth.grant !== 'client_credentials') continue
      // Jira's sign-in is for another host than its tokens.
      const code = id === 'jira' ? findHostFact('api.atlassian.com')?.code : fact?.code
      if (auth.kind === 'oauth2') expectCode(code, auth as never, host)
      if (auth.kind === 'basic')
        expect(fact?.basic).toEqual(auth.username === undefined ? {} : { username: auth.username })
      if (auth.kind === 'keys') expect(Object.keys(fact?.keys ?? {})).toEqual(Object.keys(auth.keys))
      if (auth.kind === 'apiKey' && auth.header !== undefined) {
        expect(fact?.key).toEqual({ header: auth.header, ...(auth.prefix !== '' && { prefix: auth.prefix }) })
      }
    }
  })
})

/** Documents that are behind their vendor's documentation, and the difference. */
const outdated: Readonly<Record<string, string>> = {
  'googleapis__calendar.yaml': 'earlier addresses of the endpoints',
  'googleapis__drive.yaml': 'earlier addresses of the endpoints',
  'googleapis__gmail.yaml': 'earlier addresses of the endpoints',
  'hubspot__crm-associations.json': 'version 1 of the endpoints, which ends',
  'hubspot__crm-custom-objects.json': 'version 1 of the endpoints, which ends',
  'hubspot__crm-objects.json': 'version 1 of the endpoints, which ends',
  'microsoft__independent-ms-graph-groups-and-users.json': 'the token endpoint is the sign-in page’s address',
  'slack__web-api-slack-web-openapi-v2.json': 'version 1 of the sign-in',
}

const unnamed = 'the document names no sign-in'
const nobody = 'no host at which the vendor serves it'
const unseen = 'the document has a sign-in, of which no page of the vendor was seen'

/** The documents about whose host no fact is known, with why. */
const withoutFact: Readonly<Record<string, string>> = {
  'abortionpolicyapi__independent-abortion-policy-api.json': unseen,
  'amentum__atmosphere.yaml': unnamed,
  'arcgis__certified-survey123.json': unseen,
  'azure__azsadmin-acquisitions.yaml': nobody,
  'azure__azsadmin-ippool.yaml': nobody,
  'beezup__beezup-merchant-api.yaml': unseen,
  'cqc__independent-care-quaility-comission-for-england.json': unnamed,
  'docker__engine.yaml': nobody,
  'exoapi__exoapi.yaml': unseen,
  'globalwinescore__globalwinescore.yaml': unseen,
  'gov__bcgnws.yaml': unnamed,
  'hubspot__crm-contacts.json': nobody,
  'id4i__id4i-api.yaml': unseen,
  'ideaconsult__nanoreg.yaml': unnamed,
  'koomalooma__koomalooma-partner.yaml': unseen,
  'michaelscottquotes__independent-michael-scott-quotes.json': unnamed,
  'o2__sociodemo.yaml': unnamed,
  'orthanc-server__orthanc-api.yaml': nobody,
  'ote-godaddy__shoppers.yaml': unnamed,
  'premierleague__independent-fantasy-premier-league.json': unnamed,
  'rapidapi__ecowetter.yaml': unnamed,
  'sonar__sonar-trading.yaml': unnamed,
  'spinpanel__certified-spinpanel.json': unseen,
  'surrey__open511.yaml': unnamed,
  'theracingapi__the-racing-api.yaml': unseen,
  'tikit__certified-tikit.json': unseen,
  'urlbox__urlbox-api.yaml': unseen,
  'vtex__intelligent-search-api.yaml': unnamed,
  'walmart__inventory.yaml': nobody,
  'whapi__bets.yaml': unseen,
  'worldacademia__certified-world-academia.json': unnamed,
  'wqrmriskforecastservices__certified-wqrm-risk-forecast-services.json': unseen,
  'zapier__nla.yaml': unseen,
}

const documents = missingDocuments ? [] : readdirSync(wholeDocuments).filter((name) => /\.(?:json|ya?ml)$/.test(name))

test.skipIf(missingDocuments)(
  'the facts are what vendors’ documents say',
  { meta: { missing: missingDocuments } },
  async () => {
    const differing: string[] = []
    const unknown: string[] = []
    for (const name of documents) {
      const leftOut = createLeftOutList()
      const root = await inVersion3((await readDocument(findDocument(name) ?? '', leftOut)).root, leftOut)
      const host = URL.parse(plain(findUsualServer(root)?.url ?? ''))?.host
      const fact = host === undefined ? undefined : findHostFact(host)
      if (fact === undefined) unknown.push(name)
      const code = fact?.code
      const flows = Object.values(listSchemes(root)).map((scheme) => toNode(toNode(scheme.flows).authorizationCode))
      const declared = flows.filter(({ tokenUrl }) => tokenUrl !== undefined)
      const isSame = declared.every(
        (flow) => flow.authorizationUrl === code?.authorize && flow.tokenUrl === code?.token,
      )
      if (code && !isSame) differing.push(name)
    }
    expect(differing.toSorted()).toEqual(Object.keys(outdated))
    expect(unknown.toSorted()).toEqual(Object.keys(withoutFact))
  },
)
