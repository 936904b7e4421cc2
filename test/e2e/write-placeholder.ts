/** Preloaded into a server by a test, and no part of the server: a plugin is loaded with a placeholder as its host. */
import { plugin } from 'bun'

plugin({
  name: 'write-placeholder',
  setup(build) {
    build.onLoad({ filter: /providers\/hubspot\/index\.ts$/ }, async ({ path }) => ({
      loader: 'ts',
      contents: (await Bun.file(path).text()).replace(
        "origin: 'https://api.hubapi.com'",
        "origin: 'https://your-domain.com'",
      ),
    }))
  },
})
