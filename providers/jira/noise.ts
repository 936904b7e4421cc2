/** Links to the API and pictures, which stand at each user, project, status and type of an answer. */
export const noise = { members: ['self', 'avatarUrls', 'iconUrl', 'expand', 'avatarId'], empty: true } as const
