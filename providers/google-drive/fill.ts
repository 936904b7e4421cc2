/** Without it, files of shared drives are not found: https://developers.google.com/workspace/drive/api/guides/enable-shareddrives. */
export const everywhere = { supportsAllDrives: true } as const
/** Without it, the vendor answers id, name and type alone: https://developers.google.com/workspace/drive/api/guides/fields-parameter */
export const fields =
  'id,name,mimeType,description,size,createdTime,modifiedTime,parents,owners(emailAddress),webViewLink,trashed'
/** The parameters of a search. */
export const found = {
  ...everywhere,
  includeItemsFromAllDrives: true,
  fields: `nextPageToken,files(${fields})`,
} as const
