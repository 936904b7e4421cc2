import {
  type Command,
  CommandError,
  column,
  defaultUrl,
  gatewayUrl,
  remoteOptions,
  showTable,
  wideOption,
} from '@patchbay/cli'
import { showJson, showText } from '@patchbay/core/shown-text'
import type { DoctorFinding } from '../doctor/check.ts'

const healthMs = 5000

const columns = [
  column('check', 'check', 'id'),
  column('result', 'result', 'state'),
  column('detail', 'detail', 'note'),
]

const request = (url: string): Promise<Response> =>
  fetch(url, { signal: AbortSignal.timeout(healthMs), proxy: false as never })

/** With ADMIN_PORT, that listener has no /health, and asks for a key. */
const isAdminListener = async (url: string): Promise<boolean> => {
  const response = await request(`${url}/admin/version`)
  if (response.status !== 401) return false
  const { code } = (await response.json()) as { code?: unknown }
  return code === 'AUTH_FAILED'
}

/**
 * The health of the gateway at a URL, which needs no key. It is not a fault if no gateway runs, because the doctor is also used
 * before a start.
 */
export const checkGateway = async (url: string, isNamed: boolean): Promise<DoctorFinding> => {
  const finding = (result: DoctorFinding['result'], detail: string): DoctorFinding => ({
    check: 'gateway',
    result,
    detail,
  })
  try {
    const response = await request(`${url}/health`)
    if (response.status === 404 && (await isAdminListener(url)))
      return finding('ok', `${url} is the admin listener of a gateway that runs; its PORT says at /health how it is`)
    const { status, services } = (await response.json()) as { status: string; services: Record<string, string> }
    const summary = showText(`${url} is ${status}; store: ${Object.values(services).join(', ')}`)
    return finding(status === 'healthy' ? 'ok' : 'fault', summary)
  } catch {
    return finding(isNamed ? 'fault' : 'ok', `no gateway answers at ${url}`)
  }
}

export const doctor: Command = {
  summary: 'Look for what keeps a gateway from working',
  description:
    'Looks at the configuration of this shell, the store, the clock, names, the proxy, certificates, every vendor and the gateway that runs. It changes nothing and sends no credential. The exit code is 1 when there is a fault.',
  isRemote: false,
  args: {
    url: remoteOptions.url,
    json: { type: 'boolean', description: 'print the findings as JSON, for programs' },
    ...wideOption,
  },
  examples: ['patchbay doctor', 'PATCHBAY_URL=https://gateway.example.com patchbay doctor --json'],
  async run({ text, flag, terminal }) {
    const named = text('url') ?? process.env.PATCHBAY_URL?.trim()
    const url = gatewayUrl(named || defaultUrl)
    const { examineInstallation } = await import('../doctor/doctor.ts')
    const findings = [
      ...(await examineInstallation({ ...process.env }, terminal.progress)),
      await checkGateway(url, Boolean(named)),
    ]
    terminal.progress(undefined)
    if (flag('json')) terminal.out(showJson({ findings }, 2))
    else showTable(columns, findings, terminal)
    const faults = findings.filter(({ result }) => result === 'fault')
    const advice = findings.flatMap((each) => (each.advice ? showText(`${each.check}: ${each.advice}`) : []))
    for (const line of new Set(advice)) terminal.say(line)
    if (faults.length > 0)
      throw new CommandError('failed', faults.length === 1 ? 'there is 1 fault' : `there are ${faults.length} faults`)
  },
}
