import { invalid } from '@patchbay/core/errors'
import { isJsonObject } from '@patchbay/core/json-object'
import type { ToolArguments } from '@patchbay/core/schema'
import { parseStrictValue } from '../../../http/read/strict-json.ts'

const options = ['account_id', 'idempotency_key', 'result_fields', 'repeat', 'fresh', 'dry_run', 'as_file']
const isOption = (name: string): boolean => options.includes(name)

/** The code's arguments for `call`, in their order. */
interface GivenCall {
  readonly provider: unknown
  readonly action: unknown
  readonly parameters: unknown
  readonly options: unknown
}

/** One object with everything: `{provider, action, parameters, ...}`, or with the parameters beside. */
const readWhole = ({ provider, action, parameters, options: ownOptions, ...others }: ToolArguments): GivenCall => {
  const entries = Object.entries(others)
  const beside = Object.fromEntries(entries.filter(([name]) => !isOption(name)))
  const besideOptions = Object.fromEntries(entries.filter(([name]) => isOption(name)))
  return {
    provider,
    action,
    parameters: parameters ?? beside,
    options: isJsonObject(ownOptions) ? { ...besideOptions, ...ownOptions } : besideOptions,
  }
}

/** The arguments in their usual form: code also has provider and action in one text, or in one object with the rest. */
const arrange = (call: GivenCall): GivenCall => {
  const { provider, action, parameters, options: last } = call
  if (isJsonObject(provider)) return readWhole({ ...provider, ...(isJsonObject(action) && action) })
  if (isJsonObject(action) && typeof action.action === 'string') return readWhole({ provider, ...action })
  if (typeof action === 'string' || typeof provider !== 'string') return call
  const [name = '', ...rest] = provider.split(/[.:/]/)
  // `hubspot_list`: the providers of the tenant tell where its name ends.
  const named = rest.length > 0 ? { provider: name, action: rest.join('_') } : { provider: undefined, action: provider }
  return { ...named, parameters: action, options: last ?? parameters }
}

/** The code's arguments for `call` as those of `call_read` or `call_write`. Throws VALIDATION_ERROR. */
export const readCall = (json: string): ToolArguments => {
  const { provider, action, parameters = {}, options: callOptions = {} } = arrange(parseStrictValue(json) as GivenCall)
  if (!isJsonObject(callOptions))
    throw invalid('', 'the fourth argument of call must be an object, e.g. {account_id: "main"}')
  const unknown = Object.keys(callOptions).filter((name) => !isOption(name))
  if (unknown.length > 0)
    throw invalid('', `the fourth argument of call has ${unknown.join(', ')}; it may have ${options.join(', ')}`)
  return { ...callOptions, provider, action, parameters }
}
