import { adminRoutes } from '../admin/index.ts'
import { approveRoutes } from '../approve/index.ts'
import { connectRoutes } from '../connect/index.ts'
import { consoleRoutes } from '../console/index.ts'
import { findGuide } from '../docs/guide.ts'
import { docsRoutes } from '../docs/index.ts'
import { fileRoutes } from '../files/routes.ts'
import { createHealth, healthRoute } from '../health/health.ts'
import type { DocsUrl } from '../http/error-envelope.ts'
import type { HttpRoute } from '../http/exchange.ts'
import { isLoopbackUrl, loopbackOrHttps } from '../http/origins.ts'
import { createMcpRoute, type McpRoute } from '../mcp/index.ts'
import { addEffectMetrics, addHealthMetrics, metricsRoute } from '../metrics/index.ts'
import { oauthRoutes } from '../oauth/index.ts'
import { buildBrand } from '../pages/brand.ts'
import { approvalRestRoutes, createAwaitDecision, restRoute, runApprovalRoutes } from '../rest/index.ts'
import { tokenLinkPages } from '../token-links/index.ts'
import type { CallPath } from './create-call-path.ts'
import type { ScheduledJobs } from './create-scheduled-jobs.ts'
import type { Base } from './open-base.ts'

/** All routes. `mcp` is one of them; it is returned separately too, because a stop has to end its open answers. */
export const createRoutes = (
  parts: Base & CallPath & ScheduledJobs & { readonly baseUrl: () => string; readonly docsUrl: DocsUrl },
): { readonly routes: readonly HttpRoute[]; readonly mcp: McpRoute } => {
  const { configuration, metrics, store, domains } = parts
  const health = createHealth({ ...parts, providers: domains.size })
  addHealthMetrics(metrics.registry, health)
  addEffectMetrics(metrics.registry, store)
  // A listener of its own has a URL that nobody configures.
  const consoleUrl = configuration.adminPort === null ? parts.baseUrl : loopbackOrHttps
  const mcp = createMcpRoute(parts)
  const routes = [
    restRoute({ ...parts, awaitDecision: createAwaitDecision(parts.approvalDesk, configuration.requestTimeoutMs) }),
    ...approvalRestRoutes(parts),
    ...runApprovalRoutes(parts),
    ...fileRoutes({ ...parts, requestTimeoutMs: configuration.requestTimeoutMs }),
    mcp,
    healthRoute(health),
    metricsRoute({
      ...parts,
      registry: metrics.registry,
      token: configuration.metricsToken,
      // A proxy on this host makes every client look local, and not every proxy names the client.
      openToThisHost: isLoopbackUrl(configuration.baseUrl),
    }),
    ...approveRoutes({ ...parts, brand: buildBrand(configuration) }),
    ...tokenLinkPages({ ...parts, brand: buildBrand(configuration) }),
    ...oauthRoutes(parts),
    ...connectRoutes({ ...parts, selfHostedHosts: configuration.selfHostedHosts, brand: buildBrand(configuration) }),
    ...adminRoutes({
      ...parts,
      measureToolList: async (tenant) => {
        // Loaded when it is first needed: many gateways serve REST alone.
        const { measureToolList } = await import('../mcp/tools/list-cost.ts')
        return measureToolList(domains, tenant)
      },
      selfHostedHosts: configuration.selfHostedHosts,
      connectReturnUrls: configuration.connectReturnUrls,
      consoleUrl,
    }),
    ...consoleRoutes({ ...parts, consoleUrl, guideUrl: findGuide(configuration) }),
    ...(configuration.docs ? docsRoutes(domains) : []),
  ]
  return { routes, mcp }
}

export type Routes = ReturnType<typeof createRoutes>
