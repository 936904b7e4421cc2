import { Access } from '../../access/index.ts'
import type { ReadNow, WriteToShow } from '../../approvals/index.ts'
import { asGatewayError, GatewayError } from '../../errors.ts'
import { inTime } from '../../in-time.ts'
import { loadTarget } from '../../vendor/index.ts'
import { describeCall } from '../receive/raw-action.ts'
import { createLookAtVendor, fillConfirmParams, type LookParts } from './look-at-vendor.ts'

/** The most milliseconds for the read, as people wait for it. */
const mostMs = 5_000
const mostBytes = 64 * 2 ** 10

const tooSlow = (): GatewayError => new GatewayError('TIMEOUT', `The provider did not answer in ${mostMs / 1000} s`)

const refuse = (reason: string): GatewayError => new GatewayError('FORBIDDEN', reason)

const bound = (data: unknown): unknown => {
  if (Buffer.byteLength(JSON.stringify(data ?? null)) <= mostBytes) return data ?? null
  throw refuse(`What is there is larger than ${mostBytes / 2 ** 10} KiB`)
}

export const createReadNow = (parts: LookParts): ReadNow => {
  const lookAtVendor = createLookAtVendor(parts)

  /** The read that shows what the write would change, with its parameters. */
  const findRead = ({ ref, action: name, params }: WriteToShow) => {
    const domain = parts.domains.get(ref.provider)
    const action = domain?.source.action(name)
    const confirm = action?.confirm
    const isChange = action?.effect.kind === 'write' && !action.effect.additive
    const read = confirm && domain?.source.confirmRead(confirm.read)
    if (!domain || !isChange || !confirm || !read || !(confirm.when?.(params as never) ?? true)) return undefined
    const sought = fillConfirmParams(confirm, params, new Date())
    return read.check(sought) ? { ...read, params: sought } : undefined
  }

  const look = async (write: WriteToShow, read: NonNullable<ReturnType<typeof findRead>>, signal: AbortSignal) => {
    const { ref, policy, action } = write
    const target = await loadTarget(parts, ref, action)
    if (target.kind === 'suspended') throw refuse('The tenant is suspended')
    if (target.kind !== 'target') throw refuse('The account is not there any more')
    const access = Access.of({ tenant: target.tenant.options, ...(policy && { token: policy }) })
    const call = describeCall({ ref, name: read.name, action: read.action, params: read.params })
    if (access.decide(call).kind === 'refused') throw refuse(`The policies don’t allow ${read.name}`)
    return bound((await lookAtVendor({ ...read, target }, signal)).data)
  }

  return async (write, signal) => {
    let name: string | undefined
    try {
      const read = findRead(write)
      if (!read) return undefined
      name = read.name
      return { read: name, data: await inTime(look(write, read, signal), mostMs, tooSlow), reason: null }
    } catch (thrown) {
      return name === undefined ? undefined : { read: name, data: null, reason: asGatewayError(thrown).reason }
    }
  }
}
