import { t } from '../texts.ts'
import { Badge } from './badge.tsx'

const tones = { low: 'plain', medium: 'warn', high: 'wrong' } as const

export const Severity = ({ severity }: { readonly severity: keyof typeof tones }) => (
  <Badge tone={tones[severity]}>{t.suggestions.severities[severity]}</Badge>
)
