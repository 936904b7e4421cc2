import { currentMs, exactSecondsOf } from '@patchbay/core/time'
import { useState } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import { Chart } from '../../parts/chart/chart.tsx'
import { Sparkline } from '../../parts/chart/sparkline.tsx'
import { Trend } from '../../parts/chart/trend.tsx'
import { CheckField } from '../../parts/form/check-field.tsx'
import { ChoiceField } from '../../parts/form/choice.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, Once } from '../../parts/form/form-modal.tsx'
import { Picker } from '../../parts/form/pick/picker.tsx'
import { Id } from '../../parts/id.tsx'
import { Badge } from '../../parts/inline/badge.tsx'
import { BrandMark } from '../../parts/inline/brand.tsx'
import { formatCount } from '../../parts/inline/numbers.ts'
import { ProviderMark } from '../../parts/inline/provider-mark.tsx'
import { Ban, KeyRound, Plug, Plus, Trash2 } from '../../parts/inline/shapes.ts'
import { Time } from '../../parts/inline/time.tsx'
import { FilterBar } from '../../parts/list/filter-bar.tsx'
import { SkeletonRows } from '../../parts/list/paged-table.tsx'
import { PageTurner } from '../../parts/list/pager.tsx'
import { SelectionBar, useSelection } from '../../parts/list/selection.tsx'
import { Table, type TableColumn } from '../../parts/list/table.tsx'
import { TimeRange } from '../../parts/list/time-range.tsx'
import { RowMenu } from '../../parts/over/menu.tsx'
import { announceDone, offerUndo } from '../../parts/over/toasts.tsx'
import { Code } from '../../parts/page/code.tsx'
import { DifferenceList } from '../../parts/page/difference.tsx'
import { Empty, LoadingBox, ProblemBox } from '../../parts/page/loaded.tsx'
import { Columns, Facts, ScreenPage, Section } from '../../parts/page/page.tsx'
import { ApiError } from '../../state/gateway/api.ts'
import css from './parts.module.css'
import { partsTexts as t } from './parts-texts.ts'

const nothing = () => {}

const Colors = () => (
  <ul className={css.colors}>
    {t.colors.map((name) => (
      <li key={name}>
        <i style={{ background: `var(--${name})` }} />
        <code>{name}</code>
      </li>
    ))}
  </ul>
)

const Buttons = () => (
  <Section title={t.sections.buttons} lead={t.buttons.lead}>
    <p className="row">
      <Button isMain icon={Plus}>
        {t.buttons.main}
      </Button>
      <Button icon={KeyRound}>{t.buttons.other}</Button>
      <Button isDanger icon={Trash2}>
        {t.buttons.danger}
      </Button>
      <Button isFinal>{t.buttons.final}</Button>
      <Button isQuiet>{t.buttons.quiet}</Button>
      <IconButton label={t.buttons.icon} icon={Plus} />
    </p>
    <p className="row">
      <Button isMain disabled>
        {t.buttons.disabled}
      </Button>
      <Button disabled>{t.buttons.disabled}</Button>
      <Button isMain isBusy>
        {t.buttons.busy}
      </Button>
      <Button aria-pressed="true">{t.buttons.pressed}</Button>
    </p>
  </Section>
)

const Words = () => (
  <Section title={t.sections.words}>
    <p className="row">
      <BrandMark />
      {(['good', 'warn', 'wrong', 'plain'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {t.tones[tone]}
        </Badge>
      ))}
      {['hubspot', 'stripe', 'notion', 'demo'].map((id) => (
        <ProviderMark key={id} id={id} />
      ))}
      <ProviderMark id="github" isLarge />
    </p>
    <Facts
      facts={[
        [t.facts.id, <Id key="id">0197c2a4-6b1e-7f3a-9a01-5d2c4e8f7b10</Id>],
        [t.facts.now, <Time key="now" at={new Date().toISOString()} />],
        [t.facts.past, <Time key="past" at={exactSecondsOf(currentMs()) - 7500} />],
        [t.facts.soon, <Time key="soon" at={exactSecondsOf(currentMs()) + 3 * 86_400} />],
        [t.facts.exact, <Time key="exact" at={exactSecondsOf(currentMs()) - 90} isExact />],
        [t.facts.never, <Time key="never" at={null} />],
      ]}
    />
  </Section>
)

const Fields = () => {
  const [choice, setChoice] = useState<'one' | 'two'>('one')
  const [picked, setPicked] = useState('')
  return (
    <Section title={t.sections.fields}>
      <Columns>
        <div>
          <LabelledField label={t.fields.text} help={t.fields.help}>
            {(field) => <input {...field} placeholder={t.fields.placeholder} />}
          </LabelledField>
          <LabelledField label={t.fields.wrong} problem={t.fields.problem}>
            {(field) => <input {...field} defaultValue="-1" />}
          </LabelledField>
          <LabelledField label={t.fields.disabled}>{(field) => <input {...field} disabled />}</LabelledField>
        </div>
        <div>
          <LabelledField label={t.fields.picker}>
            {(field) => (
              <Picker
                {...field}
                kind="example"
                value={picked}
                onChange={setPicked}
                find={async (typed) =>
                  t.fields.options
                    .filter((option) => option.toLowerCase().includes(typed.toLowerCase()))
                    .map((option) => ({ value: option, text: option }))
                }
              />
            )}
          </LabelledField>
          <LabelledField label={t.fields.select}>
            {(field) => (
              <select {...field}>
                {t.fields.options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </select>
            )}
          </LabelledField>
          <CheckField label={t.fields.box} help={t.fields.boxHelp} defaultChecked />
          <CheckField label={t.fields.switch} isSwitch defaultChecked />
          <ChoiceField label={t.fields.choice} choices={t.fields.choices} value={choice} onChange={setChoice} />
        </div>
      </Columns>
    </Section>
  )
}

interface Row {
  readonly id: string
  readonly name: string
  readonly calls: number
  readonly state: 'good' | 'wrong'
}

const rows: readonly Row[] = t.rows.map((name, index) => ({
  id: `row-${index}`,
  name,
  calls: 12_345 * (index + 1),
  state: index === 1 ? 'wrong' : 'good',
}))

const columns: readonly TableColumn<Row>[] = [
  { title: t.columns.name, card: 'title', cell: ({ name }) => name, sort: ({ name }) => name },
  { title: t.columns.id, cell: ({ id }) => <Id>{id}</Id> },
  {
    title: t.columns.state,
    width: 8,
    card: 'state',
    cell: ({ state }) => <Badge tone={state}>{t.tones[state]}</Badge>,
  },
  {
    title: t.columns.calls,
    width: 7,
    isNumber: true,
    cell: ({ calls }) => formatCount(calls),
    sort: ({ calls }) => calls,
  },
]

const Lists = () => {
  const selection = useSelection()
  return (
    <Section title={t.sections.lists}>
      <FilterBar label={t.lists.find} fields={t.lists.fields} search="q">
        <TimeRange />
      </FilterBar>
      <Table
        label={t.sections.lists}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        selection={selection}
        menu={({ name }) => [
          { title: t.lists.show, icon: Plug, onChoose: nothing },
          { title: t.lists.revoke, icon: Ban, isDanger: true, onChoose: () => announceDone(t.lists.revoked(name)) },
        ]}
      />
      <PageTurner pager={{ offset: 50, next: nothing, previous: nothing }} count={3} />
      <SelectionBar selection={selection}>
        <Button isDanger>{t.lists.revoke}</Button>
      </SelectionBar>
      <SkeletonRows rows={3} />
    </Section>
  )
}

const hours = Array.from({ length: 24 }, (_, index) => 1_763_942_400 + index * 3600)
const series = [
  {
    label: t.charts.calls,
    values: hours.map((_, index) => (index > 2 && index < 6 ? 0 : 40 + ((index * 37) % 60))),
    color: '--chart-ok' as const,
  },
  {
    label: t.charts.failed,
    values: hours.map((_, index) => (index > 2 && index < 6 ? 0 : (index * 13) % 17)),
    color: '--chart-failed' as const,
  },
]
const lines = [
  { label: t.charts.p95, values: hours.map((_, index) => 180 + ((index * 53) % 90)), color: '--chart-1' as const },
  { label: t.charts.p50, values: hours.map((_, index) => 60 + ((index * 31) % 30)), color: '--chart-2' as const },
]

const Charts = () => (
  <Section title={t.sections.charts}>
    <Columns>
      <Chart label={t.charts.bars} at={hours} unit="hour" kind="bars" series={series} format={formatCount} />
      <Chart label={t.charts.lines} at={hours} unit="hour" kind="lines" series={lines} format={formatCount} />
    </Columns>
    <p className="row">
      <Sparkline values={[4, 6, 5, 9, 12, 8, 14]} />
      <Trend now={12} before={10} hasBefore />
      <Trend now={12} before={10} hasBefore isMoreWorse />
      <Trend now={8} before={10} hasBefore isMoreWorse />
      <Trend now={10} before={10} hasBefore />
    </p>
  </Section>
)

const Messages = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t.sections.messages}>
      <ProblemBox
        error={new ApiError(502, 'UPSTREAM_ERROR', t.messages.problem, 'request-1', [], undefined)}
        retry={nothing}
      />
      <Empty icon={Plug} title={t.messages.empty}>
        <p>{t.messages.emptyText}</p>
        <Button isMain>{t.messages.emptyStep}</Button>
      </Empty>
      <LoadingBox />
      <p className="row">
        <Button onClick={() => setOpen(true)}>{t.messages.dialog}</Button>
        <Button onClick={() => offerUndo(t.messages.done, nothing)}>{t.messages.toast}</Button>
        <RowMenu label={t.messages.menu} choices={[{ title: t.lists.show, onChoose: nothing }]} />
      </p>
      <Once label={t.messages.once} value="pb_example" />
      <Code label={t.messages.code}>{t.messages.codeText}</Code>
      <DifferenceList before={{ name: 'Acme', deny: null }} after={{ name: 'Acme Ltd', deny: ['*:write'] }} />
      {isOpen && (
        <FormModal
          title={t.messages.dialog}
          text={t.messages.dialogText}
          submit={t.buttons.final}
          isDanger
          onClose={() => setOpen(false)}
          send={async () => {}}
        />
      )}
    </Section>
  )
}

/** Each part of the console in all of its states: what a change of a part does is seen here first. */
export const PartsScreen = () => (
  <ScreenPage title={t.title} lead={t.lead}>
    <Section title={t.sections.colors}>
      <Colors />
    </Section>
    <Buttons />
    <Words />
    <Fields />
    <Lists />
    <Charts />
    <Messages />
  </ScreenPage>
)
