import { buildSurface } from '@patchbay/core/imported'
import { askedFile, formatHint } from '@patchbay/core/schema'
import { isImported, type Plugin } from '../../model/plugin.ts'
import { isText } from '../faults/value-faults.ts'

/** The most sentences of an action, and the most characters of one: enough for every way of asking, and quick to compare. */
const mostSentences = 12
const longestSentence = 120

const sentenceFaults = (name: string, sentences: unknown): string[] =>
  Array.isArray(sentences) &&
  sentences.length <= mostSentences &&
  sentences.every((one) => isText(one) && one.length <= longestSentence)
    ? []
    : [
        `\`${name}\` is not a list of at most ${mostSentences} sentences of at most ${longestSentence} characters: write it like ["which tickets are open"]`,
      ]

const listNames = (plugin: Plugin): readonly string[] =>
  isImported(plugin)
    ? buildSurface(plugin.provider, plugin.document.slice).map(([name]) => name)
    : Object.keys(plugin.provider.actions)

/** The faults of the sentences in a plugin's `asked.json`. */
export const askedFaults = (plugin: Plugin): string[] => {
  const { asked } = plugin
  if (!asked) return []
  const { sentences } = asked
  if (typeof sentences !== 'object' || sentences === null || Array.isArray(sentences))
    return [
      `${askedFile} is not an object of sentences by action: write it like {"list_tickets": ["which tickets are open"]}`,
    ]
  const names = listNames(plugin)
  return Object.entries(sentences).flatMap(([name, own]) =>
    names.includes(name)
      ? sentenceFaults(name, own)
      : [`\`${name}\` is not an action of ${plugin.provider.id}${formatHint(name, names)}`],
  )
}
