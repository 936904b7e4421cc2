import type { Finding } from '../../doctor/check.ts'
import { defaultUrl, gatewayUrl } from '../admin-api.ts'
import { type Command, remoteOptions } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { plainJson, plainText } from '../plain-text.ts'
import { column, tableLines } from '../table.ts'

const healthMs = 5000

const columns = [column('check'), column('result'), column('detail')]

/** The health of the gateway at a URL, which needs no key. That none runs is no fault: a doctor is asked before a start as well. */
const checkGateway = async (url: string, isNamed: boolean): Promise<Finding> => {
  const finding = (result: Finding['result'], detail: string): Finding => ({ check: 'gateway', result, detail })
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(healthMs), proxy: false as never })
    const { status, services } = (await response.json()) as { status: string; services: Record<string, string> }
    const told = plainText(`${url} is ${status}; store: ${Object.values(services).join(', ')}`)
    return finding(status === 'healthy' ? 'ok' : 'fault', told)
  } catch {
    return finding(isNamed ? 'fault' : 'ok', `none answers at ${url}`)
  }
}

export const doctor: Command = {
  summary: 'Look for what keeps a gateway from working',
  description:
    'Looks at the configuration of this shell, the store, the clock, names, the proxy, certificates, every vendor and the gateway that\nruns. It changes nothing and sends no credential. The exit code is 1 when there is a fault.',
  isRemote: false,
  args: {
    url: remoteOptions.url,
    json: { type: 'boolean', description: 'print the findings as JSON, for programs' },
  },
  examples: ['patchbay doctor', 'PATCHBAY_URL=https://gateway.example.com patchbay doctor --json'],
  async run({ text, flag, terminal }) {
    const named = text('url') ?? process.env.PATCHBAY_URL?.trim()
    const url = gatewayUrl(named || defaultUrl)
    const { examine } = await import('../../doctor/doctor.ts')
    const findings = [
      ...(await examine({ ...process.env }, terminal.progress)),
      await checkGateway(url, Boolean(named)),
    ]
    terminal.progress(undefined)
    if (flag('json')) terminal.out(plainJson({ findings }, 2))
    else
      for (const line of tableLines(columns, findings as never, { ...terminal, width: undefined })) terminal.out(line)
    const faults = findings.filter(({ result }) => result === 'fault')
    const advice = findings.flatMap((each) => (each.advice ? plainText(`${each.check}: ${each.advice}`) : []))
    for (const line of new Set(advice)) terminal.say(line)
    if (faults.length > 0)
      throw new CommandError('failed', faults.length === 1 ? 'there is 1 fault' : `there are ${faults.length} faults`)
  },
}
