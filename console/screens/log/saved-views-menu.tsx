import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { LabelledField } from '../../parts/form/field.tsx'
import { FormModal, readTextField } from '../../parts/form/form-modal.tsx'
import { Icon } from '../../parts/inline/icon.tsx'
import { Bookmark, BookmarkMinus, BookmarkPlus, ChevronDown } from '../../parts/inline/shapes.ts'
import { ActionMenu } from '../../parts/over/menu.tsx'
import { removeView, savedViews, saveView } from '../../state/saved-views.ts'
import { type Search, useUrl } from '../../state/search.ts'
import { words } from '../../words.ts'
import { logTexts as t } from './log-texts.ts'

/** The filters of a view. The page of the list is no part of it. */
const viewOf = ({ page: _page, live: _live, ...search }: Search): Search => search

const isSame = (one: Search, other: Search): boolean =>
  new URLSearchParams(Object.entries(one).toSorted() as [string, string][]).toString() ===
  new URLSearchParams(Object.entries(other).toSorted() as [string, string][]).toString()

/** Filters that were saved in this browser under a name, and those of now to be saved. */
export const SavedViewsMenu = () => {
  const [url, change] = useUrl()
  const views = savedViews.use()
  const [isSaving, setSaving] = useState(false)
  const current = viewOf(url)
  const active = views.find(({ search }) => isSame(search, current))
  const open = (search: Search) => {
    const none = Object.fromEntries(Object.keys(url).map((name) => [name, undefined]))
    change({ ...none, ...search }, { isStep: true })
  }
  return (
    <>
      <ActionMenu
        trigger={
          <Button icon={Bookmark}>
            {active?.name ?? t.saved.title} <Icon shape={ChevronDown} size={14} />
          </Button>
        }
        choices={[
          ...views.map(({ name, search }) => ({ title: name, onChoose: () => open(search) })),
          ...(active
            ? [{ title: t.saved.remove(active.name), icon: BookmarkMinus, onChoose: () => removeView(active.name) }]
            : [{ title: t.saved.save, icon: BookmarkPlus, onChoose: () => setSaving(true) }]),
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
            {(field) => <input {...field} name="name" required maxLength={60} autoComplete="off" />}
          </LabelledField>
        </FormModal>
      )}
    </>
  )
}
