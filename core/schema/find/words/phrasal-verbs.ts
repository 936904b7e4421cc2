/** The verbs of two words. */
const phrasal: readonly (readonly [RegExp, string])[] = [
  [/\bset(?:ting)? up\b/g, 'create'],
  [/\b(?:turn|switch)(?:ing)? on\b/g, 'enable'],
  [/\b(?:turn|switch)(?:ing)? off\b/g, 'disable'],
  [/\blook(?:ing)? (?:up|for)\b/g, 'find'],
  [/\bcall(?:ing)? off\b/g, 'cancel'],
  [/\bsign(?:ing)? up\b/g, 'subscribe'],
  [/\b(?:take (?:away|out)|get rid of|throw away)\b/g, 'remove'],
  [/\b(?:write down|put (?:in|into|on))\b/g, 'add'],
  [/\bhand(?: over\b|(?=(?: \S+){1,6} over\b))/g, 'assign'],
  [/\b(?:send|sent|sending|give|gave|given) back\b/g, 'return'],
  [/\bhang(?:ing)? ?up\b/g, 'end'],
  [/\bwrit(?:e|ing|ten) off\b/g, 'mark uncollectible'],
  [/\b(?:again open|open again)\b/g, 'reopen'],
  [/\b(?:send|pass|put|give) (?:to|for|in) (?:approve|approval|be approved)\b/g, 'submit for approval'],
  [/\b(?:create|add|insert|make) (?:or|and) (?:update|change|edit)\b/g, 'upsert'],
  [/\b(?:update|change) or (?:create|add|insert)\b/g, 'upsert'],
]

/** A text with verbs of one word for those of two. */
export const withoutPhrasalVerbs = (text: string): string =>
  phrasal.reduce((short, [pattern, verb]) => short.replace(pattern, verb), text)
