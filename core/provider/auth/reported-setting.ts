import type { Pointer } from '../answer/pages.ts'

/** The place where a sign-in reports a setting. */
export type ReportedSetting = {
  /** The setting for each word that the vendor has in its place; other words are refused. */
  readonly values?: Readonly<Record<string, string>>
} & (
  | { readonly callback: string; readonly answer?: never; readonly read?: never; readonly list?: never }
  | { readonly answer: Pointer; readonly read?: string; readonly list?: ReportedSettingList; readonly callback?: never }
)

/** A list that has a setting in each of its entries. */
interface ReportedSettingList {
  readonly at: Pointer
  /** The pointer to an entry's display name; left out: the setting itself. */
  readonly label?: Pointer
  /** Entries without these texts are left out; a member may also be a list that has the text. */
  readonly only?: { readonly [At in Pointer]?: string }
}
