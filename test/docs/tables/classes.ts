import { classNames, type Roles } from '@patchbay/core/provider'
import type { Domain } from '@patchbay/core/schema'
import { isOwnAction, lastingNames } from '../../domain-of.ts'
import { codes, markdownTable } from './markdown-table.ts'

const listWrites = (domain: Domain, isListed: boolean): readonly string[] => {
  const { source } = domain
  return lastingNames(source, 'write').filter(
    (name) => source.kind(name)?.endsWith('write') && isOwnAction(domain, name) === isListed,
  )
}

/** The writes of each provider by their classes, and what is known of its other writes. */
export const classes = (registry: readonly Domain[]): string =>
  markdownTable(
    ['provider', 'class', 'writes by hand or chosen', 'others of its document'],
    registry.flatMap((domain) => {
      const { provider, source } = domain
      const [listed, others] = [listWrites(domain, true), listWrites(domain, false)]
      return [...classNames, 'none'].flatMap((one) => {
        const isOf = (name: string): boolean => {
          const own: readonly string[] = source.classes(name)
          return own.includes(one) || (one === 'none' && own.length === 0)
        }
        const [found, count] = [listed.filter(isOf), others.filter(isOf).length]
        if (found.length === 0 && count === 0) return []
        return [
          [
            `[${provider.title}](providers/${provider.id}.md)`,
            one === 'none' ? one : `\`${one}\``,
            codes(found),
            count,
          ],
        ]
      })
    }),
  )

const printPlaces = (places: readonly string[] = []): string[] => places.map((place) => `\`${place.slice(1)}\``)

const printAmount = ({ amount }: Roles): string => {
  if (!amount) return ''
  const { at, currency, unit } = amount
  const money = currency?.startsWith('/')
    ? ` in \`${currency.slice(1)}\``
    : ` in ${currency ?? "the vendor's currency"}`
  return `${printPlaces(at).join(', ')}${money}, ${unit} unit`
}

/** A table of more rows is folded: its reader looks one action up. */
const mostRows = 20

/** The roles of the parameters of a provider's listed writes. */
export const rolesOf = (domain: Domain): string[] => {
  const rows = listWrites(domain, true).flatMap((name) => {
    const roles = domain.source.action(name)?.roles
    if (!roles) return []
    const { recipient, destination, text, derives = [] } = roles
    const print = (role: 'recipient' | 'destination', places?: readonly string[]): string =>
      [...printPlaces(places), ...(derives.includes(role) ? ['others by the vendor'] : [])].join(', ')
    return [
      [
        `\`${name}\``,
        print('recipient', recipient),
        print('destination', destination),
        printAmount(roles),
        printPlaces(text).join(', '),
      ],
    ]
  })
  if (rows.length === 0) return []
  const table = markdownTable(['action', 'recipient', 'destination', 'amount', 'text'], rows)
  const heading = 'What [policies](../access.md) see of the parameters of its writes:'
  if (rows.length <= mostRows) return ['', heading, '', table]
  return ['', heading, '', '<details>', `<summary>${rows.length} writes</summary>`, '', table, '', '</details>']
}
