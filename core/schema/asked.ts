import { readFileSync } from 'node:fs'

/** Sentences in which people ask for a provider's actions, by action: the content of `asked.json` in a plugin's folder. */
export type AskedSentences = Readonly<Record<string, readonly string[]>>

/** The name of the file in a plugin's folder. */
export const askedFile = 'asked.json'

/**
 * Reads an `asked.json` when it is needed: only the index of `find_actions` needs it, at the first search. Codegen has checked the file.
 * Throws Error if it isn't there any more.
 */
export const readAsked = (file: string) => (): AskedSentences => JSON.parse(readFileSync(file, 'utf8'))
