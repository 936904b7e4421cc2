/** The name of a type for an id or an action: `google-drive` and `list_files` become `GoogleDrive` and `ListFiles`. */
export const typeName = (id: string): string =>
  id.replaceAll(/(?:^|[-_])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
