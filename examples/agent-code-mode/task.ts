/**
 * The program that a model wrote for "make a company for every mail domain that several contacts share". One answer comes back to
 * the model, in place of three hundred contacts.
 */
export const code = `
const count = new Map()
let after
do {
  const page = await call('hubspot', 'list', { object_type: 'contacts', properties: ['email'], limit: 100, after })
  for (const { properties } of page.results) {
    const domain = properties.email?.split('@')[1]
    if (domain) count.set(domain, (count.get(domain) ?? 0) + 1)
  }
  after = page.paging?.next.after
} while (after)

const created = []
for (const [domain, contacts] of count) {
  if (contacts < parameters.least) continue
  const filters = [{ propertyName: 'domain', operator: 'EQ', value: domain }]
  const { total } = await call('hubspot', 'search', { object_type: 'companies', filters })
  if (total > 0) continue
  const properties = { name: domain, domain }
  const { id } = await call('hubspot', 'create', { object_type: 'companies', properties })
  created.push({ id, domain, contacts })
}
return { domains: count.size, created }
`
