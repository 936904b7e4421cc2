import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Id } from '../../parts/id.tsx'
import { formatMilliseconds } from '../../parts/inline/numbers.ts'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { formatDay, formatLogTime } from '../../parts/inline/relative-time.ts'
import { Time } from '../../parts/inline/time.tsx'
import { PagedTable } from '../../parts/list/paged-table.tsx'
import type { TableColumn } from '../../parts/list/table.tsx'
import { Modal } from '../../parts/over/modal.tsx'
import { Facts } from '../../parts/page/page.tsx'
import { session } from '../../state/gateway/api.ts'
import { useKeys } from '../../state/gateway/reads.ts'
import type { PagedRows } from '../../state/pages.ts'
import { words } from '../../words.ts'
import { Actor, type Entry, isCallEntry, Outcome, Status, showTenant } from './log-entry.tsx'
import css from './log-panel.module.css'
import { LogPanel, usePanelKeys } from './log-panel.tsx'
import { logTexts as t } from './log-texts.ts'

/** The names of admin keys by their ids. */
export const useKeyNames = (): ReadonlyMap<string, string> => {
  const { data } = useKeys()
  const self = session.use()
  return useMemo(() => {
    const names = new Map(data?.map(({ key_id, name }) => [key_id, name] as const))
    // The server's own key is not in the list.
    if (self) names.set(self.key_id, self.name)
    return names
  }, [data, self])
}

/** The subject of an entry; an admin key appears by its name. */
const nameSubject = (key: string | null, names: ReadonlyMap<string, string>): string => {
  const [room = '', id = '', ...rest] = (key ?? '').split('/')
  return [room, names.get(id) ?? id, ...rest].filter(Boolean).join('/')
}

interface SubjectProps {
  readonly entry: Entry
  readonly names: ReadonlyMap<string, string>
  readonly onOpen: () => void
}

const Subject = ({ entry, names, onOpen }: SubjectProps) => {
  const { id, action, key } = entry
  const provider = isCallEntry(entry) ? key?.split('/')[0] : undefined
  const title = action ?? t.noAction
  return (
    <span className="row line">
      {provider !== undefined && <ProviderMark id={provider} />}
      <span className="row line named" title={[title, key].filter(Boolean).join(' ')}>
        {isCallEntry(entry) ? (
          <Link to="/calls/$id" params={{ id }}>
            {title}
          </Link>
        ) : (
          <button type="button" className="link" onClick={onOpen}>
            {title}
          </button>
        )}
        <small>{nameSubject(key, names)}</small>
      </span>
    </span>
  )
}

const columnsWith = (
  names: ReadonlyMap<string, string>,
  withTenant: boolean,
  open: (entry: Entry) => void,
  choose: (entry: Entry) => void,
): readonly TableColumn<Entry>[] => [
  {
    title: words.entry.at,
    width: 9.5,
    cell: (entry) => {
      const moment = Date.parse(entry.at)
      const exact = formatLogTime(moment)
      return (
        <button
          type="button"
          className="link"
          title={`${formatDay(moment)}\n${entry.at.replace('T', ' ').replace('Z', ' UTC')}`}
          aria-label={t.open(exact)}
          onClick={() => choose(entry)}
        >
          <code>{exact}</code>
        </button>
      )
    },
  },
  {
    title: words.status,
    width: 6.5,
    card: 'state',
    cell: (entry) => (
      <span title={entry.code ?? undefined}>
        <Status of={entry} />
        {entry.count > 1 && <small>{words.entry.times(entry.count)}</small>}
      </span>
    ),
  },
  {
    title: words.action,
    card: 'title',
    cell: (entry) => <Subject entry={entry} names={names} onOpen={() => open(entry)} />,
  },
  ...(withTenant ? [{ title: words.tenant, cell: showTenant }] : []),
  {
    title: t.reason,
    cell: ({ reason, code }) =>
      code === null ? (
        words.none
      ) : (
        <span className="line" title={reason ?? code}>
          {reason} <small>{code}</small>
        </span>
      ),
  },
  { title: words.entry.who, isExtra: true, cell: (entry) => <Actor entry={entry} names={names} /> },
  {
    title: words.duration,
    width: 5.5,
    isNumber: true,
    isExtra: true,
    cell: ({ duration_ms }) => formatMilliseconds(duration_ms),
  },
]

/** Details of an entry that isn't a call; calls have a page. */
const Details = ({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) => {
  const names = useKeyNames()
  return (
    <Modal title={entry.action ?? t.entry} isWide onClose={onClose}>
      <Facts
        facts={[
          [words.outcome, <Outcome key="outcome" of={entry} />],
          [words.reason, entry.reason],
          [words.entry.at, <Time key="at" at={entry.at} isExact />],
          [words.tenant, entry.tenant],
          [words.entry.key, entry.key && <Id key="key">{entry.key}</Id>],
          [words.entry.who, <Actor key="who" entry={entry} names={names} />],
          [words.address, entry.ip],
          [words.entry.source, words.sources[entry.source]],
          [words.duration, formatMilliseconds(entry.duration_ms)],
          [words.entry.request, entry.request_id && <Id key="request">{entry.request_id}</Id>],
          [words.id, <Id key="id">{entry.id}</Id>],
        ]}
      />
    </Modal>
  )
}

interface Props {
  readonly label: string
  readonly pages: PagedRows<Entry>
  readonly withTenant: boolean
  readonly empty: React.ReactNode
}

/** A page of the log. */
export const LogTable = ({ label, pages, withTenant, empty }: Props) => {
  const names = useKeyNames()
  const [opened, setOpened] = useState<Entry>()
  const [chosenId, setChosenId] = useState<string>()
  const columns = useMemo(
    () => columnsWith(names, withTenant, setOpened, ({ id }) => setChosenId(id)),
    [names, withTenant],
  )
  const { rows = [] } = pages
  const place = rows.findIndex(({ id }) => id === chosenId)
  const chosen = rows[place]
  const onStep = (step: 1 | -1) => setChosenId(rows[Math.min(rows.length - 1, Math.max(0, place + step))]?.id)
  const onClose = () => setChosenId(undefined)
  usePanelKeys({ onStep, onClose })
  return (
    <div className={css.split} data-open={chosen && true} data-own-keys="">
      <div>
        <PagedTable
          label={label}
          pages={pages}
          columns={columns}
          rowKey={({ id }) => id}
          markedKey={chosen?.id}
          onRow={({ id }) => setChosenId(id)}
          empty={empty}
        />
      </div>
      {chosen && <LogPanel entry={chosen} names={names} onStep={onStep} onClose={onClose} />}
      {opened && <Details entry={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}
