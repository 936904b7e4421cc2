import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findNearestName } from '@patchbay/core/schema'
import type { KnownVendor, VendorOffer } from '../import/vendors/vendor.ts'
import { findVendors, vendorNames } from '../import/vendors/vendors.ts'
import type { Dialog } from './dialog.ts'
import { takeAddress } from './take-address.ts'

/** The source to read, and the index's entry for it. */
export interface GivenSource {
  readonly source: string
  readonly vendor?: KnownVendor
  readonly offer?: VendorOffer
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const mostFiles = 5

const describeFolder = (path: string): string => {
  const files = readdirSync(path).filter((name) => /\.(?:json|ya?ml)$/i.test(name))
  const named = files.slice(0, mostFiles).map((name) => join(path, name))
  return `${path} is a folder: give the document in it${named.length > 0 ? `, such as ${named.join(', ')}` : ''}`
}

const otherwise =
  'Give the URL of an OpenAPI document or of an MCP server, or a file; the command "vendors" lists the names'

const unknownVendor = (name: string): Error => {
  const nearest = findNearestName(name.toLowerCase(), vendorNames())
  const hint = nearest ? `; did you mean ${nearest}?` : '.'
  return new Error(`no vendor is known as ${JSON.stringify(name)}${hint} ${otherwise}`)
}

const chooseVendor = (name: string, vendors: readonly KnownVendor[], dialog: Dialog): Promise<string> =>
  dialog.choose({
    id: 'vendor',
    message: `${vendors.length} entries are known as ${name}: which one?`,
    offered: vendors.map((one) => ({ value: one.name, label: one.title, hint: offersText(one) })),
    proposal: vendors[0]?.name ?? '',
  })

const kindWords = { openapi: 'the API, by its OpenAPI document', mcp: "the vendor's MCP server" } as const

const offersText = ({ offers = [] }: KnownVendor): string => offers.map(({ address }) => address).join(', ')

const chooseOffer = async (
  { title, offers = [] }: KnownVendor,
  dialog: Dialog,
  hasCopy: boolean,
): Promise<VendorOffer | undefined> => {
  // A copy is one of a document.
  if (hasCopy) return offers.find(({ kind }) => kind === 'openapi')
  if (offers.length < 2) return offers[0]
  const kind = await dialog.choose({
    id: 'kind',
    message: `What of ${title}?`,
    offered: offers.map((one) => ({ value: one.kind, label: kindWords[one.kind], hint: one.address })),
    proposal: offers[0]?.kind ?? '',
  })
  return offers.find((one) => one.kind === kind)
}

const ofVendor = async (
  name: string,
  vendors: readonly KnownVendor[],
  dialog: Dialog,
  hasCopy: boolean,
): Promise<GivenSource> => {
  const withOffers = vendors.filter(({ offers }) => offers?.some(({ kind }) => kind === 'openapi' || !hasCopy))
  const [first] = vendors
  if (withOffers.length === 0)
    throw new Error(
      `${first?.title} publishes no ${hasCopy ? 'OpenAPI document' : 'OpenAPI document and no MCP server'} that is known here. Give the URL of one, or a file; or write its actions by hand (docs/first-provider.md)`,
    )
  const chosen = withOffers.length === 1 ? withOffers[0]?.name : await chooseVendor(name, withOffers, dialog)
  const vendor = withOffers.find((one) => one.name === chosen)
  const offer = vendor && (await chooseOffer(vendor, dialog, hasCopy))
  if (!vendor || !offer) throw new Error(`${vendor?.title ?? name} publishes no OpenAPI document that is known here`)
  return { source: offer.address, vendor, offer }
}

/**
 * Reads the given source: a vendor's name, a URL or a file. Throws Error, or rejects with it, if it is neither, or
 * could be two.
 */
export const readGiven = (pasted: string, dialog: Dialog, hasCopy: boolean): GivenSource | Promise<GivenSource> => {
  const address = takeAddress(pasted.trim())
  if (address.includes('://')) {
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new Error(`${address} is not an https URL`)
    return { source: address }
  }
  const vendors = findVendors(address)
  const isPath = /[\\/]/.test(address) || address.startsWith('.')
  if (isFolder(address)) throw new Error(describeFolder(address))
  if (isFile(address)) {
    if (vendors.length > 0 && !isPath)
      throw new Error(
        `${address} is a file here and the name of a vendor: give ./${address} for the file, or call it elsewhere`,
      )
    return { source: address }
  }
  if (vendors.length > 0) return ofVendor(address, vendors, dialog, hasCopy)
  if (/^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:]+\])(?::\d+)?(?:\/|$)/i.test(address))
    throw new Error(`${address} is no file here: give http://${address} if it is an address`)
  if (
    /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(address) ||
    /^[\w-]+(?:\.[\w-]+)*\.(?!json$|ya?ml$)[a-z]{2,}$/i.test(address)
  )
    throw new Error(`${address} is no file here: give https://${address} if it is an address`)
  if (isPath || /\.(?:json|ya?ml)$/i.test(address)) throw new Error(`there is no file ${address}`)
  throw unknownVendor(address)
}
