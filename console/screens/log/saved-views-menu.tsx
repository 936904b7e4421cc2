import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { Icon } from '../../parts/inline/icon.tsx'
import { Bookmark, BookmarkMinus, BookmarkPlus, ChevronDown, Link2 } from '../../parts/inline/shapes.ts'
import { ActionMenu } from '../../parts/over/menu.tsx'
import { announceDone } from '../../parts/over/toasts.tsx'
import { letRun } from '../../state/let-run.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { removeView, savedViews, saveView } from '../../state/stored/saved-views.ts'
import { words } from '../../words.ts'
import { logTexts as t } from './log-texts.ts'

/** The filters of a view. The page of the list is no part of it, nor the name that a link gives it. */
const viewOf = ({ page: _page, live: _live, view: _view, ...search }: Search): Search => search

/** Copies a link that opens these filters for anybody who may read the log, under the name that they have here. */
const copyLink = async (view: string | undefined): Promise<void> => {
  const link = new URL(window.location.href)
  for (const name of ['page', 'live']) link.searchParams.delete(name)
  if (view) link.searchParams.set('view', view)
  // The router takes a plus for what it is.
  link.search = link.search.replaceAll('+', '%20')
  await navigator.clipboard.writeText(link.href)
  announceDone(t.saved.copied)
}

const isSame = (one: Search, other: Search): boolean =>
  new URLSearchParams(Object.entries(one).toSorted() as [string, string][]).toString() ===
  new URLSearchParams(Object.entries(other).toSorted() as [string, string][]).toString()

/** Filters that were saved in this browser under a name, and those of now to be saved, or to be given to others as a link. */
export const SavedViewsMenu = () => {
  const [url, change] = useUrl()
  const views = savedViews.use()
  const [isSaving, setSaving] = useState(false)
  const current = viewOf(url)
  const active = views.find(({ search }) => isSame(search, current))
  const name = active?.name ?? url.view
  const open = (search: Search) => {
    const none = Object.fromEntries(Object.keys(url).map((each) => [each, undefined]))
    change({ ...none, ...search }, { isStep: true })
  }
  return (
    <>
      <ActionMenu
        trigger={
          <Button icon={Bookmark}>
            {name ?? t.saved.title} <Icon shape={ChevronDown} size={14} />
          </Button>
        }
        choices={[
          ...views.map(({ name: title, search }) => ({ title, onChoose: () => open(search) })),
          ...(active
            ? [{ title: t.saved.remove(active.name), icon: BookmarkMinus, onChoose: () => removeView(active.name) }]
            : [{ title: t.saved.save, icon: BookmarkPlus, onChoose: () => setSaving(true) }]),
          { title: t.saved.copy, icon: Link2, onChoose: () => letRun(copyLink(name)) },
        ]}
      />
      {isSaving && (
        <FormModal
          title={t.saved.save}
          text={t.saved.text}
          submit={t.saved.submit}
          onClose={() => setSaving(false)}
          send={(form) => saveView({ name: readTextField(form, 'name') ?? t.saved.unnamed, search: current })}
        >
          <LabelledField label={words.name}>
            {(field) => (
              <input {...field} name="name" defaultValue={url.view} required maxLength={60} autoComplete="off" />
            )}
          </LabelledField>
        </FormModal>
      )}
    </>
  )
}
