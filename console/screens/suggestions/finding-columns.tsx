import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { SeverityBadge } from '../../parts/inline/severity.tsx'
import { TenantLink } from '../../parts/inline/tenant-link.tsx'
import { Time } from '../../parts/inline/time.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { words } from '../../words.ts'
import { findFindingStep, type Suggestion } from './finding-step.ts'
import { wordDetail } from './finding-texts.ts'
import { suggestionsTexts as t } from './suggestions-texts.ts'

const StepLink = ({ suggestion }: { readonly suggestion: Suggestion }) => {
  const step = findFindingStep(suggestion)
  return (
    step && (
      <Link to={step.to.to} {...(step.to.search && { search: step.to.search })} className={buttonClass}>
        {step.title}
      </Link>
    )
  )
}

const severity: TableColumn<Suggestion> = {
  title: words.severity,
  width: 7,
  card: 'state',
  cell: (row) => <SeverityBadge severity={row.severity} />,
}

/** `withSeverity`: where findings of several severities stand together. */
export const findingColumns = (
  names: Readonly<Record<string, string>>,
  withSeverity: boolean,
): readonly TableColumn<Suggestion>[] => [
  ...(withSeverity ? [severity] : []),
  {
    title: words.suggestion,
    card: 'title',
    isText: true,
    cell: ({ title, detail, note }) => (
      <>
        <strong>{title}</strong>
        <p className="detail">{wordDetail(detail)}</p>
        {note !== null && <p className="detail">{t.noted(note)}</p>}
      </>
    ),
  },
  { title: words.tenant, cell: ({ tenant }) => <TenantLink id={tenant} names={names} /> },
  { title: t.since, width: 6.5, cell: ({ created_at }) => <Time at={created_at} /> },
  { title: t.step, width: 10.5, cell: (row) => row.status === 'open' && <StepLink suggestion={row} /> },
]
