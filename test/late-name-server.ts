import { writeFileSync } from 'node:fs'
import { resolveByCares } from '../core/fetch/hosts/look-up.ts'
import { startNameServer } from './name-server.ts'

const look = (name: string) => resolveByCares(name).catch(() => 'no address')

/** Looks names up before and after the network has a name server, in a namespace without one, and prints the answers. */
const hosts = [...(await look('crm.internal')), ...(await look('six.internal'))]
const before = await look('api.test')
await startNameServer('127.0.0.53', '127.0.0.9')
writeFileSync('/etc/resolv.conf', 'search internal\nnameserver 127.0.0.53\n')
const after = await look('api.test')
console.log(JSON.stringify({ hosts, before, after }))
process.exit()
