import { timingSafeEqual } from 'node:crypto'
import type { AdmissionLimits } from '@patchbay/core/admission'
import type { AuditLog } from '@patchbay/core/audit'
import { GatewayError } from '@patchbay/core/errors'
import { hashToken } from '@patchbay/core/store'
import ipaddr from 'ipaddr.js'
import type { Registry } from 'prom-client'
import type { Exchange, HttpRoute } from '../http/exchange.ts'
import { bearerToken } from '../http/read/bearer-token.ts'

export interface MetricsRouteParts {
  readonly registry: Registry
  readonly token: string | null
  /** True if programs on this host may read the metrics when no token is set. */
  readonly openToThisHost: boolean
  readonly limits: Pick<AdmissionLimits, 'attempt' | 'failed' | 'worked'>
  readonly auditLog: Pick<AuditLog, 'refused'>
}

/** Headers in which a proxy on the same host names its client (RFC 7239, RFC 9110 section 7.6.3). */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'via']

const isLocal = ({ request, ip }: Exchange): boolean =>
  ipaddr.process(ip).range() === 'loopback' && !proxyHeaders.some((name) => request.headers.has(name))

const isRight = (bearer: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(bearer)), Buffer.from(hashToken(token)))

/** `GET /metrics`: what Prometheus scrapes of this gateway. Throws AUTH_FAILED, RATE_LIMITED and FORBIDDEN. */
export const metricsRoute = ({ registry, token, openToThisHost, limits, auditLog }: MetricsRouteParts): HttpRoute => {
  const check = async (exchange: Exchange): Promise<void> => {
    if (token === null) {
      if (openToThisHost && isLocal(exchange)) return
      throw new GatewayError(
        'FORBIDDEN',
        'From here the metrics can be read only with a token: set METRICS_TOKEN and send Authorization: Bearer <METRICS_TOKEN>',
      )
    }
    const bearer = bearerToken(exchange.request.headers)
    const hash = bearer === undefined ? undefined : hashToken(bearer)
    if (bearer !== undefined && hash !== undefined) {
      await limits.attempt('metrics-token', exchange.ip, hash)
      if (isRight(bearer, token)) return limits.worked('metrics-token', exchange.ip, hash)
    }
    const error = new GatewayError('AUTH_FAILED', 'Send the metrics token: Authorization: Bearer <METRICS_TOKEN>', {
      headers: { 'www-authenticate': 'Bearer' },
    })
    const { code, status, reason } = error
    auditLog.refused({ ip: exchange.ip, source: 'admin', code, status, reason })
    if (hash !== undefined) await limits.failed('metrics-token', exchange.ip, hash)
    throw error
  }

  return {
    method: 'GET',
    answersHead: true,
    path: '/metrics',
    async handle(exchange) {
      await check(exchange)
      return { status: 200, body: await registry.metrics(), headers: { 'content-type': registry.contentType } }
    },
  }
}
