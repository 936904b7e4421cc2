import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { buttonClass } from '../../parts/button.tsx'
import { Lightbulb } from '../../parts/inline/shapes.ts'
import { SkeletonRows } from '../../parts/list/paged-table.tsx'
import { Table } from '../../parts/list/table.tsx'
import type { MenuChoice } from '../../parts/over/menu.tsx'
import { Empty, LoadingBox, ProblemBox } from '../../parts/page/loaded.tsx'
import { Section } from '../../parts/page/page.tsx'
import { useIsLeaving } from '../../state/deferred.ts'
import { api, unwrap } from '../../state/gateway/api.ts'
import { useTenantNames } from '../../state/gateway/names.ts'
import { findingColumns } from './finding-columns.tsx'
import type { Suggestion } from './finding-step.ts'
import css from './groups.module.css'
import { nameKind, suggestionsTexts as t } from './suggestions-texts.ts'

interface Group extends Pick<Suggestion, 'kind' | 'severity'> {
  readonly suggestions: number
  readonly rows: readonly Suggestion[]
}

/** The days that are looked back at: findings that are older are still open. */
export const findingDays = 365
/** The rest of a group has a list of its own. */
const rowsOfGroup = 5
const severities = ['high', 'medium', 'low'] as const

/** One read for all: groups that came one by one would push each other down the page. */
const readGroups = async (): Promise<readonly Group[]> => {
  const { counts } = await unwrap(api.GET('/admin/suggestions/counts'))
  const groups = counts.map(async (count) => {
    const query = {
      status: 'open',
      days: findingDays,
      kind: count.kind,
      severity: count.severity,
      limit: rowsOfGroup,
    } as const
    const { suggestions } = await unwrap(api.GET('/admin/suggestions', { params: { query } }))
    return { ...count, rows: suggestions }
  })
  return Promise.all(groups)
}

export const NoFindings = () => (
  <Empty icon={Lightbulb} title={t.empty}>
    <p>{t.emptyText}</p>
  </Empty>
)

interface Props {
  readonly menu: ((suggestion: Suggestion) => readonly MenuChoice[]) | undefined
}

/** Open findings by severity, and in it by kind, the most frequent first. */
export const FindingGroups = ({ menu }: Props) => {
  const isLeaving = useIsLeaving()
  const { data, error, refetch } = useQuery({ queryKey: ['suggestions', 'groups'], queryFn: readGroups })
  const names = useTenantNames((data ?? []).flatMap(({ rows }) => rows.map(({ tenant }) => tenant)))
  const columns = useMemo(() => findingColumns(names, false), [names])
  if (!data) {
    return error ? (
      <ProblemBox error={error} retry={refetch} />
    ) : (
      <LoadingBox>
        <SkeletonRows />
      </LoadingBox>
    )
  }
  const groups = data.map((group) => ({ ...group, rows: group.rows.filter(({ id }) => !isLeaving(id)) }))
  const shown = groups.filter(({ rows }) => rows.length > 0)
  if (shown.length === 0) return <NoFindings />
  return severities.map((severity) => {
    const ofSeverity = shown.filter((group) => group.severity === severity)
    if (ofSeverity.length === 0) return null
    return (
      <section key={severity} className={css.severity} aria-label={t.severities[severity]}>
        <h2 className={css[severity]}>{t.severities[severity]}</h2>
        {ofSeverity.map(({ kind, suggestions, rows }) => (
          <Section
            key={kind}
            title={t.group(nameKind(kind), suggestions)}
            isFlush
            actions={
              suggestions > rowsOfGroup && (
                <Link to="/suggestions" search={{ kind, severity }} className={buttonClass}>
                  {t.showAll(suggestions)}
                </Link>
              )
            }
          >
            <Table
              label={nameKind(kind)}
              rows={rows}
              columns={columns}
              rowKey={({ id }) => id}
              rowName={({ title }) => title}
              menu={menu}
            />
          </Section>
        ))}
      </section>
    )
  })
}
