import type { Beginning, ImportVerdicts } from './sign-in.ts'

const line = (values: readonly (string | number)[]): string =>
  values.map((value, index) => (index === 0 ? String(value).padEnd(48) : String(value).padStart(9))).join(' ')

export const beginningHead = line(['document', 'sign-in', 'asked', 'wrong', 'server', 'asked', 'wrong'])

const cells = ({ right, asked, wrong }: ImportVerdicts): number[] => [right, asked, wrong.length]

export const beginningText = ({ document, signIn, servers }: Beginning): string =>
  line([document.slice(0, 48), ...cells(signIn), ...cells(servers)])

const target = (what: string, all: readonly ImportVerdicts[]) => {
  const sum = (value: (one: ImportVerdicts) => number): number => all.reduce((total, one) => total + value(one), 0)
  const [right, asked, wrong] = [sum((one) => one.right), sum((one) => one.asked), sum((one) => one.wrong.length)]
  return { what, value: `${right} right, ${asked} asked, ${wrong} wrong`, target: '0 wrong', isMet: wrong === 0 }
}

/** The targets of sign-in and servers over a folder of documents: nothing may be wrong without a question. */
export const beginningTargets = (rows: readonly Beginning[]) => [
  target(
    'sign-in of operations',
    rows.map(({ signIn }) => signIn),
  ),
  target(
    'servers of operations',
    rows.map(({ servers }) => servers),
  ),
]

/** Every fault, and the targets. */
export const beginningSummary = (rows: readonly Beginning[]): string =>
  [
    '',
    ...rows.flatMap(({ document, signIn, servers }) =>
      [...signIn.wrong, ...servers.wrong].map((fault) => `WRONG ${document} ${fault}`),
    ),
    '',
    ...beginningTargets(rows).map(
      ({ what, value, target: wanted, isMet }) =>
        `${isMet ? 'met   ' : 'MISSED'}  ${what.padEnd(26)} ${value}  (${wanted})`,
    ),
  ].join('\n')
