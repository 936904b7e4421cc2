import type { Faithfulness } from './faithfulness.ts'

/**
 * Requests that a judge refuses although a vendor wouldn't, by document and fault; a fault of the judge itself stands
 * for all documents. Nothing else may be refused.
 */
const exceptions: readonly { readonly document: RegExp; readonly fault: RegExp; readonly why: string }[] = [
  {
    document: /./,
    fault: /\{[^{}]*[^\w{}-][^{}]*\}.*: (?:path Request path must have required property '[^;]+'(?:; |$))+$/,
    why: 'Prism reads no parameter of a path whose name has a space or another sign',
  },
  {
    document: /./,
    fault: /^GET .*: +Body parameter is required$/,
    why: 'a GET has no body',
  },
  {
    document: /./,
    fault: /: (?:form: must have required property '[^'[\]]+\[[^;]+'(?:; |$))+$/,
    why: 'a field called a[b] is read as the member b of a',
  },
  {
    document: /^atlassian__jira/,
    fault:
      /attachments: (?:multipart body Request body must be array$|\[\{"path":"\/file","message":"is required"\}\]$)/,
    why: 'the document says that a multipart body is a list',
  },
  {
    document: /^github/,
    fault: /workflow_id must match exactly one schema in oneOf$/,
    why: 'a number in a path is a text, too, so both forms fit what is sent',
  },
  {
    document: /^intercom/,
    fault: /reporting_data\/\{job_identifier\}.*job_identifier.*is required/,
    why: 'the document declares the parameter of the path in the query',
  },
  {
    document: /^intercom/,
    fault: /^GET \/events: query\/filter/,
    why: 'Prism reads no exploded object that has several forms',
  },
  {
    document: /^stripe/,
    fault: /billing_portal\/configurations: form: must have required/,
    why: 'an empty object can’t be written in a form',
  },
  {
    document: /./,
    fault: /: (?:multipart body[^;]* must be (?:object|array)(?:; |$))+$/,
    why: 'Prism reads the parts of a multipart body as texts, also those that hold an object',
  },
]

const reasonOf = ({ document }: Faithfulness, fault: string): string | undefined =>
  exceptions.find((exception) => exception.document.test(document) && exception.fault.test(fault))?.why

/** Faults that no exception explains. */
const unexplained = (row: Faithfulness, faults: readonly string[]): string[] =>
  faults.filter((fault) => reasonOf(row, fault) === undefined)

const sum = (rows: readonly Faithfulness[], value: (row: Faithfulness) => number): number =>
  rows.reduce((all, row) => all + value(row), 0)

const most = (rows: readonly Faithfulness[], value: (row: Faithfulness) => number): number =>
  Math.max(0, ...rows.map(value))

const line = (values: readonly (string | number)[]): string =>
  values.map((value, index) => (index === 0 ? String(value).padEnd(48) : String(value).padStart(9))).join(' ')

export const faithfulnessHead = line([
  'document',
  'samples',
  'unsampled',
  'taken',
  'refused',
  'lost',
  'misfits',
  'unjudged',
  'tool',
  'describe',
  'use ms',
])

export const faithfulnessText = (row: Faithfulness): string =>
  line([
    row.document.slice(0, 48),
    row.samples,
    row.unsampled,
    row.taken,
    row.refused.length,
    row.lost.length,
    row.misfits.length,
    row.unjudged.length,
    row.toolTokens,
    row.describeTokens,
    row.firstUseMs.toFixed(1),
  ])

/** The targets for calls of imported actions over a folder of documents. */
export const faithfulnessTargets = (rows: readonly Faithfulness[]) => {
  const judged = sum(rows, ({ taken, misfits }) => taken + misfits.length)
  const misfits = sum(rows, (row) => unexplained(row, row.misfits).length)
  const share = judged === 0 ? 1 : (judged - misfits) / judged
  const refused = sum(rows, (row) => unexplained(row, row.refused).length)
  const lost = sum(rows, (row) => row.lost.length)
  const answers = sum(rows, (row) => row.refusedAnswers.length)
  const [tool, describe] = [most(rows, (row) => row.toolTokens), most(rows, (row) => row.describeTokens)]
  return [
    {
      what: 'requests that Prism takes',
      value: `${(share * 100).toFixed(2)} %`,
      target: '>= 99.98 %',
      isMet: Number((share * 100).toFixed(2)) >= 99.98,
    },
    { what: 'refused although valid', value: String(refused), target: '0', isMet: refused === 0 },
    { what: 'good answers refused', value: String(answers), target: '0', isMet: answers === 0 },
    { what: 'values without a place', value: String(lost), target: '0', isMet: lost === 0 },
    { what: 'tokens of a tool', value: String(tool), target: '<= 3000', isMet: tool <= 3000 },
    { what: 'tokens of a description', value: String(describe), target: '<= 2000', isMet: describe <= 2000 },
  ]
}

/** Every fault, and the targets. */
export const faithfulnessSummary = (rows: readonly Faithfulness[]): string =>
  [
    '',
    ...rows.flatMap((row) =>
      (['refused', 'lost', 'misfits', 'unjudged', 'refusedAnswers'] as const).flatMap((kind) =>
        row[kind].map((fault) => {
          const why = reasonOf(row, fault)
          return `${why ? 'EXCEPTION' : kind.toUpperCase()} ${row.document} ${fault}${why ? ` (${why})` : ''}`
        }),
      ),
    ),
    '',
    ...faithfulnessTargets(rows).map(
      ({ what, value, target, isMet }) =>
        `${isMet ? 'met   ' : 'MISSED'}  ${what.padEnd(26)} ${value.padStart(10)}  (${target})`,
    ),
  ].join('\n')
