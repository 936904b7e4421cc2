import { words } from '../../words.ts'
import { Badge } from './badge.tsx'

const tones = { low: 'plain', medium: 'warn', high: 'wrong' } as const

export const SeverityBadge = ({ severity }: { readonly severity: keyof typeof tones }) => (
  <Badge tone={tones[severity]}>{words.severities[severity]}</Badge>
)
