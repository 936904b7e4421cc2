import { Menu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { iconButtonClass } from '../button.tsx'
import { Icon, type IconShape } from '../inline/icon.tsx'
import { Check, Ellipsis } from '../inline/shapes.ts'
import css from './menu.module.css'

export interface MenuChoice {
  readonly title: string
  readonly icon?: IconShape
  readonly isDanger?: boolean
  /** Makes it a box, and the menu stays open. */
  readonly isChecked?: boolean
  /** The screen that it opens; otherwise `onChoose` is called. */
  readonly to?: { readonly to: string; readonly search?: Readonly<Record<string, string | undefined>> }
  readonly onChoose?: () => void
}

interface Props {
  readonly choices: readonly MenuChoice[]
  readonly trigger: ReactElement
}

const Box = ({ title, isChecked, onChoose }: MenuChoice) => (
  <Menu.CheckboxItem className={css.item} checked={isChecked} onCheckedChange={onChoose}>
    <Menu.CheckboxItemIndicator keepMounted className={css.check}>
      <Icon shape={Check} />
    </Menu.CheckboxItemIndicator>
    {title}
  </Menu.CheckboxItem>
)

const Choice = ({ title, icon, isDanger, to, onChoose }: MenuChoice) => (
  <Menu.Item
    className={isDanger ? `${css.item} ${css.danger}` : css.item}
    onClick={onChoose}
    {...(to && { render: <Link {...to} /> })}
  >
    {icon && <Icon shape={icon} />}
    {title}
  </Menu.Item>
)

/** A button that opens a list of things to do. */
export const ActionMenu = ({ choices, trigger }: Props) => (
  <Menu.Root modal={false}>
    <Menu.Trigger render={trigger} />
    <Menu.Portal>
      <Menu.Positioner align="end" sideOffset={4} className={css.place}>
        <Menu.Popup className={css.popup}>
          {choices.map((choice) =>
            choice.isChecked === undefined ? (
              <Choice key={choice.title} {...choice} />
            ) : (
              <Box key={choice.title} {...choice} />
            ),
          )}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)

/** The menu of a row, whose name is read out. Nothing if there is nothing to do. */
export const RowMenu = ({ label, choices }: { readonly label: string; readonly choices: readonly MenuChoice[] }) =>
  choices.length > 0 && (
    <ActionMenu
      choices={choices}
      trigger={
        <button type="button" className={iconButtonClass} aria-label={label} title={label}>
          <Icon shape={Ellipsis} />
        </button>
      }
    />
  )
