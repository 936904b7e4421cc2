import { registry } from '../../server/generated/registry.ts'
import { checkVendor } from './check-vendor.ts'
import { vendors } from './vendors/index.ts'

for (const v of vendors) {
  const t = performance.now()
  const r = await checkVendor(v, registry.find((d) => d.provider.id === v.id) as never, '../shared/data/openapi')
  console.log({ ...r, fails: r.fails.length }, performance.now() - t)
  for (const f of r.fails) console.log('  ', f.slice(0, 900))
}
process.exit(0)
