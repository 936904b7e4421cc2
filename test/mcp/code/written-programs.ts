/**
 * Programs as models write them. They were written from the text of the tools and the signatures of the actions alone, before
 * anything was changed to suit them, and are not changed to suit what runs. The vendor has twelve deals of HubSpot (amounts 100 to
 * 1,200), twelve contacts, and takes what is created.
 */
export interface WrittenProgram {
  readonly habit: string
  readonly code: string
  readonly parameters?: object
  /** The result. Left out: the program can't run, and its error says what to change. */
  readonly gives?: unknown
  readonly says?: RegExp
}

const listDeals = `await call('hubspot', 'list', { object_type: 'deals', limit: 12 })`

export const writtenPrograms: readonly WrittenProgram[] = [
  {
    habit: 'a body that returns',
    code: `const { results } = ${listDeals}\nreturn results.length`,
    gives: 12,
  },
  {
    habit: 'main, which is called without await',
    code: `async function main() {\n  const deals = ${listDeals};\n  return deals.results.length;\n}\nmain();`,
    gives: 12,
  },
  {
    habit: 'main, which is awaited',
    code: `async function main() {\n  const deals = ${listDeals};\n  return deals.results.length;\n}\n\nawait main();`,
    gives: 12,
  },
  {
    habit: 'main, which is called with a catch behind it',
    code: `const main = async () => {\n  const deals = ${listDeals};\n  return { count: deals.results.length };\n};\nmain().catch(console.error);`,
    gives: { count: 12 },
  },
  {
    habit: 'main, which nobody calls',
    code: `async function main() {\n  const deals = ${listDeals};\n  return deals.results.length;\n}`,
    gives: 12,
  },
  {
    habit: 'a last expression',
    code: `const deals = ${listDeals};\nconst sum = deals.results.reduce((s, d) => s + Number(d.properties.amount), 0);\nsum`,
    gives: 7800,
  },
  {
    habit: 'an object as last expression',
    code: `const deals = ${listDeals};\n({ count: deals.results.length, first: deals.results[0].id })`,
    gives: { count: 12, first: '1' },
  },
  {
    habit: 'an arrow function alone',
    code: `async () => {\n  const deals = ${listDeals};\n  return deals.results.length;\n}`,
    gives: 12,
  },
  {
    habit: 'a function that is called where it stands',
    code: `(async () => {\n  const deals = ${listDeals};\n  return deals.results.length;\n})();`,
    gives: 12,
  },
  {
    habit: 'such a function that is returned',
    code: `return (async function () {\n  const deals = ${listDeals}\n  return deals.results.length\n})()`,
    gives: 12,
  },
  {
    habit: 'a fence',
    code: `\`\`\`js\nconst deals = ${listDeals};\nreturn deals.results.length;\n\`\`\``,
    gives: 12,
  },
  {
    habit: 'a fence of TypeScript with white space around it',
    code: `\n\`\`\`typescript\nconst ids: string[] = parameters.ids;\nreturn ids.map((id) => Number(id));\n\`\`\`\n\n`,
    parameters: { ids: ['1', '2'] },
    gives: [1, 2],
  },
  {
    habit: 'a word in front of a fence',
    code: `Here is the code:\n\n\`\`\`javascript\nreturn 1 + 1\n\`\`\``,
    gives: 2,
  },
  {
    habit: 'only console.log',
    code: `const deals = ${listDeals};\nconsole.log(deals.results.length);`,
    says: /return/,
  },
  {
    habit: 'an assignment at the end',
    code: `const deals = ${listDeals};\nconst count = deals.results.length;`,
    says: /return/,
  },
  {
    habit: 'an exported function',
    code: `export default async function run() {\n  const deals = ${listDeals};\n  return deals.results.length;\n}`,
    gives: 12,
  },
  {
    habit: 'an import',
    code: `import axios from 'axios';\nreturn (await axios.get('https://x.example')).data`,
    says: /import/,
  },
  { habit: 'a module of Node', code: `const fs = require('fs');\nreturn fs.readdirSync('.')`, says: /require/ },
  {
    habit: 'a request of its own',
    code: `const res = await fetch('https://api.hubapi.com/crm/v3/objects/deals');\nreturn await res.json()`,
    says: /fetch.*call\(/,
  },
  { habit: 'the environment', code: `const key = process.env.HUBSPOT_KEY;\nreturn key`, says: /process/ },
  {
    habit: 'provider and action in one text',
    code: `const deals = await call('hubspot.list', { object_type: 'deals', limit: 12 });\nreturn deals.results.length`,
    gives: 12,
  },
  {
    habit: 'one object for a call',
    code: `const deals = await call({ provider: 'hubspot', action: 'list', parameters: { object_type: 'deals', limit: 12 } });\nreturn deals.results.length`,
    gives: 12,
  },
  {
    habit: 'one object with its parameters beside',
    code: `const deals = await call({ provider: 'hubspot', action: 'list', object_type: 'deals', limit: 12 });\nreturn deals.results.length`,
    gives: 12,
  },
  {
    habit: 'provider, and an object with the action',
    code: `const deals = await call('hubspot', { action: 'list', object_type: 'deals', limit: 12 });\nreturn deals.results.length`,
    gives: 12,
  },
  {
    habit: 'the account among the parameters',
    code: `const deals = await call('hubspot', 'list', { account_id: 'main', object_type: 'deals', limit: 12 });\nreturn deals.results.length`,
    gives: 12,
  },
  {
    habit: 'the account as the last argument',
    code: `const deals = await call('hubspot', 'list', { object_type: 'deals', limit: 12 }, 'main');\nreturn deals.results.length`,
    says: /account_id/,
  },
  {
    habit: 'the provider as an object',
    code: `const deals = await hubspot.list({ object_type: 'deals' });\nreturn deals.results.length`,
    says: /hubspot.*call\(/,
  },
  {
    habit: 'an object of tools',
    code: `const deals = await tools.hubspot_list({ object_type: 'deals' });\nreturn deals.results.length`,
    says: /tools.*call\(/,
  },
  {
    habit: 'the envelope around the answer',
    code: `const response = ${listDeals};\nreturn response.data.results.length`,
    says: /data.*results/s,
  },
  {
    habit: 'the envelope taken apart',
    code: `const { data } = ${listDeals};\nreturn data.results.length`,
    says: /data.*results/s,
  },
  {
    habit: 'an answer that is thought to be a list',
    code: `const deals = ${listDeals};\nreturn deals.map((d) => d.id)`,
    says: /map.*results/s,
  },
  {
    habit: 'a forgotten await',
    code: `const deals = call('hubspot', 'list', { object_type: 'deals', limit: 12 });\nreturn deals.results.length`,
    says: /await/,
  },
  {
    habit: 'a forgotten await before a return',
    code: `return call('hubspot', 'get', { object_type: 'deals', object_id: '1' })`,
    gives: { id: '1', properties: { dealname: 'Deal 1', amount: '100' } },
  },
  {
    habit: 'calls side by side',
    code: `const deals = await Promise.all(['1', '2', '3'].map((object_id) => call('hubspot', 'get', { object_type: 'deals', object_id })));\nreturn deals.map((d) => d.properties.dealname)`,
    gives: ['Deal 1', 'Deal 2', 'Deal 3'],
  },
  {
    habit: 'calls of which some fail',
    code: `const all = await Promise.allSettled(['1', '404'].map((object_id) => call('hubspot', 'get', { object_type: 'deals', object_id })));\nreturn all.map((r) => r.status === 'fulfilled' ? r.value.id : r.reason.status)`,
    gives: ['1', 404],
  },
  {
    habit: 'promises in what is returned',
    code: `return ['1', '2'].map((object_id) => call('hubspot', 'get', { object_type: 'deals', object_id }))`,
    says: /Promise\.all/,
  },
  {
    habit: 'forEach with an async function',
    code: `const deals = ${listDeals};\ndeals.results.slice(0, 2).forEach(async (d) => {\n  await call('hubspot', 'update', { object_type: 'deals', object_id: d.id, properties: { amount: '0' } });\n});\nreturn 'updated'`,
    says: /await/,
  },
  {
    habit: 'a failure that nobody looks at',
    code: `call('hubspot', 'get', { object_type: 'deals', object_id: '404' });\nawait call('hubspot', 'get', { object_type: 'deals', object_id: '1' });\nreturn 'done'`,
    // The first answer to arrive decides between the two messages.
    says: /404|no such|had not awaited hubspot\.get/,
  },
  {
    habit: 'a loop of for await',
    code: `const names = [];\nfor await (const d of ['1', '2'].map((object_id) => call('hubspot', 'get', { object_type: 'deals', object_id }))) names.push(d.properties.dealname);\nreturn names`,
    gives: ['Deal 1', 'Deal 2'],
  },
  {
    habit: 'a wait by setTimeout',
    code: `const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));\nawait wait(20);\nreturn 'waited'`,
    gives: 'waited',
  },
  { habit: 'a wait by sleep', code: `await sleep(20);\nreturn 'waited'`, gives: 'waited' },
  {
    habit: 'a time-out beside a call',
    code: `const deal = await Promise.race([\n  call('hubspot', 'get', { object_type: 'deals', object_id: '1' }),\n  new Promise((_, reject) => setTimeout(() => reject(new Error('too slow')), 20000)),\n]);\nreturn deal.id`,
    gives: '1',
  },
  {
    habit: 'every kind of console',
    code: `console.log('a', { b: 1 }); console.error('c'); console.warn('d'); console.info('e'); console.debug('f'); console.table([{ a: 1 }]); console.time('x'); console.timeEnd('x'); console.group('g'); console.groupEnd();\nreturn 1`,
    gives: 1,
  },
  {
    habit: 'addresses taken apart',
    code: `const u = new URL('/a/b?x=1&y=2#z', 'https://shop.example.com:8080');\nu.searchParams.append('q', 'ä b');\nreturn [u.hostname, u.pathname, u.searchParams.get('x'), u.search, new URLSearchParams({ a: '1 2' }).toString()]`,
    gives: ['shop.example.com', '/a/b', '1', '?x=1&y=2&q=%C3%A4+b', 'a=1+2'],
  },
  {
    habit: 'a deep copy',
    code: `const a = { when: new Date(0), list: [1, { b: 2 }], map: new Map([['k', 1]]) };\nconst b = structuredClone(a);\nb.list[1].b = 3;\nreturn [a.list[1].b, b.list[1].b, b.when instanceof Date, b.map.get('k')]`,
    gives: [2, 3, true, 1],
  },
  {
    habit: 'base64',
    code: `const encoded = btoa('From: a@example.com');\nreturn [encoded, atob(encoded)]`,
    gives: ['RnJvbTogYUBleGFtcGxlLmNvbQ==', 'From: a@example.com'],
  },
  {
    habit: 'base64 of a text that is not Latin',
    code: `const bytes = new TextEncoder().encode('Grüße');\nlet binary = '';\nbytes.forEach((b) => { binary += String.fromCharCode(b); });\nreturn btoa(binary).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')`,
    gives: 'R3LDvMOfZQ',
  },
  {
    habit: 'bytes and text',
    code: `const bytes = Uint8Array.from(atob('R3LDvMOfZQ=='), (c) => c.charCodeAt(0));\nreturn [bytes.length, new TextDecoder().decode(bytes)]`,
    gives: [7, 'Grüße'],
  },
  {
    habit: "Node's Buffer",
    code: `return Buffer.from('Grüße').toString('base64')`,
    says: /Buffer.*(?:btoa|TextEncoder)/,
  },
  {
    habit: 'a random key',
    code: `const key = crypto.randomUUID();\nreturn /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(key)`,
    gives: true,
  },
  {
    habit: 'a Map',
    code: `const byOwner = new Map();\nfor (const d of (${listDeals}).results) byOwner.set(d.properties.hubspot_owner_id, d.id);\nreturn byOwner`,
    says: /Map.*Object\.fromEntries/,
  },
  { habit: 'a Set inside', code: `return { owners: new Set(['a', 'b']) }`, says: /Set.*\/owners|\/owners.*Set/ },
  {
    habit: 'an error',
    code: `try {\n  await call('hubspot', 'get', { object_type: 'deals', object_id: '404' });\n} catch (error) {\n  return { error };\n}`,
    says: /Error.*message/,
  },
  { habit: 'a number that is none', code: `return { average: 0 / 0 }`, says: /NaN/ },
  {
    habit: 'money for people',
    code: `return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(1234.5)`,
    says: /Intl/,
  },
  {
    habit: 'groups',
    code: `const { results } = ${listDeals};\nconst groups = Object.groupBy(results, (d) => d.properties.hubspot_owner_id);\nreturn Object.fromEntries(Object.entries(groups).map(([owner, deals]) => [owner, deals.length]))`,
    gives: { 0: 2, 1: 3, 2: 3, 3: 2, 4: 2 },
  },
  {
    habit: 'new methods of lists',
    code: `const { results } = ${listDeals};\nconst sorted = results.toSorted((a, b) => Number(b.properties.amount) - Number(a.properties.amount));\nreturn [sorted.at(0).id, sorted.findLast((d) => Number(d.properties.amount) > 500).id, [1, [2, [3]]].flat(Infinity).length]`,
    gives: ['12', '6', 3],
  },
  {
    habit: 'pages by a cursor',
    code: `const all = [];\nlet after;\ndo {\n  const page = await call('hubspot', 'list', { object_type: 'contacts', limit: 5, after });\n  all.push(...page.results);\n  after = page.paging?.next?.after;\n} while (after);\nreturn all.length`,
    gives: 12,
  },
  {
    habit: 'a failure that is looked at',
    code: `try {\n  await call('hubspot', 'get', { object_type: 'deals', object_id: '404' });\n} catch (e) {\n  if (e.status !== 404) throw e;\n  return 'not there';\n}`,
    gives: 'not there',
  },
  {
    habit: 'a failure in the manner of axios',
    code: `try {\n  await call('hubspot', 'get', { object_type: 'deals', object_id: '404' });\n} catch (e) {\n  return e.response.status;\n}`,
    says: /response|status/,
  },
  {
    habit: 'an error of its own',
    code: `const { results } = ${listDeals};\nif (results.length < 100) throw new Error('Only ' + results.length + ' deals');\nreturn results`,
    says: /Only 12 deals/,
  },
  { habit: 'a text that is thrown', code: `throw 'nothing to do'`, says: /nothing to do/ },
  {
    habit: 'types of TypeScript',
    code: `interface Deal { id: string; properties: Record<string, string> }\nenum Size { Small = 'small', Large = 'large' }\ntype Sized = Deal & { size: Size };\nconst { results } = (${listDeals}) as { results: Deal[] };\nconst sized = results.map((d): Sized => ({ ...d, size: Number(d.properties.amount) > 1000 ? Size.Large : Size.Small }));\nreturn sized.filter(({ size }) => size === Size.Large).length satisfies number`,
    gives: 2,
  },
  {
    habit: 'the parameters by another name',
    code: `return args.ids.length`,
    parameters: { ids: ['1'] },
    says: /args.*parameters/,
  },
  {
    habit: 'a helper around call',
    code: `const hubspot = (action, params = {}) => call('hubspot', action, { object_type: 'deals', ...params });\nconst deal = await hubspot('get', { object_id: '3' });\nreturn deal.properties.amount`,
    gives: '300',
  },
  {
    habit: 'dates',
    code: `const since = new Date('2026-01-31T00:00:00Z');\nsince.setUTCDate(since.getUTCDate() + 1);\nreturn [since.toISOString().slice(0, 10), Math.floor(since.getTime() / 1000), { since }]`,
    gives: ['2026-02-01', 1_769_904_000, { since: '2026-02-01T00:00:00.000Z' }],
  },
  {
    habit: 'writes in a row, with what came of them',
    code: `const made = [];\nfor (const name of parameters.names) {\n  const deal = await call('hubspot', 'create', { object_type: 'deals', properties: { dealname: name } });\n  made.push({ name, id: deal.id });\n}\nreturn made`,
    parameters: { names: ['a', 'b'] },
    gives: [
      { name: 'a', id: '900' },
      { name: 'b', id: '900' },
    ],
  },
  {
    habit: 'an end by process.exit',
    code: `if (true) { console.log('x'); process.exit(0) }\nreturn 1`,
    says: /process/,
  },
  { habit: 'module.exports', code: `module.exports = async () => 1`, says: /module/ },
  {
    habit: 'a comment at the end',
    code: `const deals = ${listDeals};\nreturn deals.results.length; // how many there are`,
    gives: 12,
  },
  { habit: 'a last expression before a comment', code: `const x = 5\nx * 2 // twice\n/* the end */`, gives: 10 },
  {
    habit: 'a condition at the end, of which each way returns',
    code: `const { results } = ${listDeals};\nif (results.length > 10) {\n  return 'many';\n} else {\n  return 'few';\n}`,
    gives: 'many',
  },
  {
    habit: 'a sort by names',
    code: `return ['zoë', 'Ärger', 'apfel', 'Zoe', 'item 10', 'item 9'].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))`,
    gives: ['apfel', 'Ärger', 'item 9', 'item 10', 'Zoe', 'zoë'],
  },
  {
    habit: 'a sort by the names of a language that has its own order',
    code: `return ['ö', 'z'].sort((a, b) => a.localeCompare(b, 'sv'))`,
    says: /localeCompare for sv is not there.*no Intl/,
  },
  {
    habit: 'a slug',
    code: `return 'Crème Brûlée à Þórr'.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase().replaceAll(' ', '-') + ' ' + 'e\\u0301'.normalize().length`,
    gives: 'creme-brulee-a-þorr 1',
  },
  {
    habit: 'numbers with commas',
    code: `return [1234567.891.toLocaleString('en-US'), (1234.5).toLocaleString(undefined, { minimumFractionDigits: 2 }), (-999).toLocaleString(), 12345678901234567890n.toLocaleString()]`,
    gives: ['1,234,567.891', '1,234.50', '-999', '12,345,678,901,234,567,890'],
  },
  {
    habit: 'a price in a currency',
    code: `return (12.5).toLocaleString('en-US', { style: 'currency', currency: 'USD' })`,
    says: /toLocaleString with style is not there.*toFixed/,
  },
  {
    habit: 'a time in a zone',
    code: `return new Date('2026-01-31T12:00:00Z').toLocaleString('en-US', { timeZone: 'America/New_York' })`,
    says: /in the zone America\/New_York is not there/,
  },
  {
    habit: 'methods of this year',
    code: `const pages = await Array.fromAsync([Promise.resolve(1), 2], (n) => n + 1)\nreturn [pages, [...new Set([1, 2]).union(new Set([3]))], [...new Set([1, 2]).difference(new Set([2]))]]`,
    gives: [[2, 3], [1, 2, 3], [1]],
  },
  {
    habit: 'a fence of tildes',
    code: `~~~js\nconst deals = ${listDeals};\nreturn deals.results.length\n~~~`,
    gives: 12,
  },
  {
    habit: 'parameters of its own',
    code: `const parameters = { object_type: 'deals', limit: 12 };\nconst deals = await call('hubspot', 'list', parameters);\nreturn deals.results.length`,
    gives: 12,
  },
  {
    habit: 'a hash',
    code: `const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('a'));\nreturn new Uint8Array(hash)[0]`,
    says: /crypto\.subtle is not there.*nothing hashes/,
  },
  {
    habit: 'a generator of pages',
    code: `async function* pages() {\n  let after;\n  do {\n    const page = await call('hubspot', 'list', { object_type: 'contacts', limit: 5, after });\n    yield page.results;\n    after = page.paging?.next?.after;\n  } while (after);\n}\nlet count = 0;\nfor await (const results of pages()) count += results.length;\nreturn count`,
    gives: 12,
  },
  {
    habit: 'a generator that is returned',
    code: `function* f() { yield 1 }\nreturn f()`,
    says: /an iterator: return \[\.\.\.it\]/,
  },
  {
    habit: 'an async one',
    code: `async function* f() { yield 1 }\nreturn { all: f() }`,
    says: /\/all is an async generator/,
  },
  { habit: 'a query that is returned', code: `return new URLSearchParams({ a: '1' })`, says: /an iterator/ },
  { habit: 'private fields alone', code: `class Total { #sum = 1 }\nreturn new Total()`, says: /JSON has nothing/ },
  { habit: 'a date that is none', code: `return { when: new Date('soon') }`, says: /\/when is a date that is none/ },
  {
    habit: 'an answer that is parsed again',
    code: `const deals = ${listDeals};\nreturn JSON.parse(deals).results.length`,
    says: /parsed already.*results/,
  },
  {
    habit: 'an envelope that is looked at before',
    code: `const response = ${listDeals};\nif (!response.success) return { error: response.error };\nreturn response.data.results.length`,
    says: /error is undefined.*call gives the data of an answer itself.*results/,
  },
  {
    habit: 'Python',
    code: `def main():\n    deals = call("hubspot", "list", {"object_type": "deals"})\n    return len(deals["results"])\n\nmain()`,
    says: /must be JavaScript/,
  },
  { habit: 'print', code: `const deals = ${listDeals};\nprint(deals.results.length)`, says: /no print.*console\.log/ },
  {
    habit: 'line breaks that were escaped twice',
    code: `const deals = ${listDeals};\\nreturn deals.results.length;`,
    says: /escaped twice/,
  },
  { habit: 'quotes that were escaped twice', code: `return \\"done\\"`, says: /escaped twice/ },
  {
    habit: 'entities of HTML',
    code: `const deals = ${listDeals};\nreturn deals.results.filter((d) =&gt; d.id).length`,
    says: /line 2.*HTML entities/,
  },
  { habit: 'typographic quotes', code: `return ‘done’`, says: /plain quotes/ },
  {
    habit: 'an end that was cut off',
    code: `const deals = ${listDeals};\nif (deals) {\n  return 1;`,
    says: /ends too early/,
  },
  {
    habit: 'an exported arrow function that takes what there is',
    code: `type Deal = { id: string };\nexport const size = 12;\nexport default async ({ call }: any) => {\n  const deals: { results: Deal[] } = await call('hubspot', 'list', { object_type: 'deals', limit: size });\n  return deals.results.length;\n}`,
    gives: 12,
  },
  {
    habit: 'an exported function without a name that takes the parameters',
    code: `export default async function (params) {\n  return params.ids.length;\n}`,
    parameters: { ids: ['1', '2'] },
    gives: 2,
  },
  { habit: 'an exported value', code: `const a = 1;\nexport default { a }`, gives: { a: 1 } },
  {
    habit: 'an export beside an import',
    code: `import _ from 'lodash';\nexport default async () => _.sum([1])`,
    says: /without import and export/,
  },
  { habit: 'a text that has an export in it', code: `return \`\nexport default 1\n\``, gives: '\nexport default 1\n' },
  {
    habit: 'groups of Object',
    code: `const { results } = ${listDeals}\nreturn Object.keys(Object.groupBy(results, (d) => d.properties.hubspot_owner_id)).length`,
    gives: 5,
  },
  {
    habit: 'a loop of pages that begins with null',
    code: `let after = null; let n = 0\nwhile (true) {\n  const page = await call('hubspot', 'list', { object_type: 'deals', limit: 5, after })\n  n += page.results.length\n  if (!page.paging?.next) break\n  after = page.paging.next.after\n}\nreturn n`,
    gives: 12,
  },
  {
    habit: 'provider and action with a slash',
    code: `const r = await call('hubspot/list', { object_type: 'deals', limit: '12' })\nreturn r.results.length`,
    gives: 12,
  },
  {
    habit: 'the wrapper of a tool, and another writing of the provider',
    code: `const r = await call('hub-spot', 'list', { parameters: { objectType: 'deals', limit: 12 } })\nreturn r.results.length`,
    gives: 12,
  },
  {
    habit: 'a client',
    code: `return await client.hubspot.list({ object_type: 'deals' })`,
    says: /client.*await call\(/,
  },
  { habit: 'an enum', code: `enum Stage { Won = 'won' }\nreturn Stage.Won`, gives: 'won' },
  {
    habit: 'await in a function that is not async',
    code: `function get() { const r = await call('hubspot', 'list', {}); return r }\nreturn get()`,
    says: /write async in front of the function/,
  },
  {
    habit: 'the arguments of a tool in place of code',
    code: `{"action": "list", "object_type": "deals"}`,
    says: /must be JavaScript or TypeScript/,
  },
  {
    habit: 'a type that is imported',
    code: `import type { Deal } from './types'\nreturn 1`,
    says: /without import and export/,
  },
  {
    habit: 'the fields of an error',
    code: `try { await call('hubspot', 'get', { object_type: 'deals', object_id: '404' }) } catch (e) { return [e.code, e.status, e instanceof Error] }`,
    gives: ['UPSTREAM_ERROR', 404, true],
  },
  {
    habit: "Python's len",
    code: `const deals = ${listDeals}\nreturn len(deals.results)`,
    says: /JavaScript.*\.length/,
  },
  { habit: "Python's None", code: `return { owner: None }`, says: /JavaScript.*null/ },
  {
    habit: "Python's sleep",
    code: `const first = ${listDeals}\ntime.sleep(1)\nreturn first`,
    says: /await sleep\(ms\)/,
  },
  {
    habit: "a list's append",
    code: `${listDeals}\nconst ids = []\nids.append('1')\nreturn ids`,
    says: /append is list\.push/,
  },
  { habit: "a text's strip", code: `return ' a '.strip()`, says: /strip is text\.trim\(\)/ },
  {
    habit: 'providers as members of call',
    code: `const deals = await call.hubspot.list({ object_type: 'deals', limit: 12 })\nreturn deals.results.length`,
    says: /await call\('provider', 'action'/,
  },
  {
    habit: 'a class of errors that is guessed',
    code: `try { await call('hubspot', 'get', { object_type: 'deals', object_id: '404' }) } catch (error) {\n  if (error instanceof ApiError) return null\n}`,
    says: /ApiError.*code, status, message/,
  },
  {
    habit: 'another tool as a function',
    code: `const found = await find_actions({ query: 'list deals' })\nreturn found`,
    says: /find_actions is a tool/,
  },
  { habit: 'a library of the web', code: `return moment('2026-01-31').add(1, 'day').format()`, says: /no libraries/ },
  {
    habit: 'a promise that is kept, fails, and is never looked at',
    code: `const work = async () => { await call('hubspot', 'get', { object_type: 'deals', object_id: '404' }) }\nconst started = work()\nawait sleep(50)\nreturn 'done'`,
    says: /no such record/,
  },
  {
    habit: 'the same, assigned later by a condition',
    code: `let started\nconst work = async () => { throw new Error('inside') }\nstarted = parameters && work()\nawait sleep(20)\nreturn 'done'`,
    says: /inside/,
  },
  {
    habit: 'the same in a list',
    code: `const jobs = []\nfor (const id of ['404', '1']) jobs.push((async () => { const deal = await call('hubspot', 'get', { object_type: 'deals', object_id: id }); log(deal.id) })())\nawait sleep(50)\nreturn jobs.length`,
    says: /no such record/,
  },
  {
    habit: 'the same in an object',
    code: `const jobs = { one: (async () => { throw new Error('inside') })() }\nawait sleep(20)\nreturn Object.keys(jobs)`,
    says: /inside/,
  },
  {
    habit: 'the same by void and by ?.',
    code: `const job = { run: async () => { throw new Error('inside') } }\nvoid job.run()\njob?.run()\nawait sleep(20)\nreturn 'done'`,
    says: /inside/,
  },
  {
    habit: 'a list of promises that is kept and never awaited',
    code: `const jobs = [1, 2].map(async (id) => { await sleep(5000) })\nreturn jobs.length`,
    says: /had not awaited what it began/,
  },
  {
    habit: 'a promise that is kept, fails, and is looked at later',
    code: `const work = async () => { throw new Error('inside') }\nconst started = work()\nawait sleep(20)\ntry { await started } catch (error) { return error.message }`,
    gives: 'inside',
  },
  {
    habit: 'promises that are kept in many places, and awaited',
    code: `const one = async (n) => n\nconst kept = { a: one(1), b: [one(2)] }\nconst all = [3, 4].map(async (n) => one(n))\nconst cache = new Map()\ncache.set('x', one(5))\nlet last\nlast = one(6)\nconst settled = await Promise.allSettled([kept.a, ...kept.b, ...all, cache.get('x'), last])\nreturn settled.map(({ value }) => value)`,
    gives: [1, 2, 3, 4, 5, 6],
  },
  {
    habit: 'a time-out that is kept and loses the race',
    code: `const late = new Promise((_, reject) => setTimeout(() => reject(new Error('too late')), 60_000))\nreturn await Promise.race([late, sleep(5).then(() => 'in time')])`,
    gives: 'in time',
  },
  {
    habit: 'a filter by an async function',
    code: `const { results } = ${listDeals}\nreturn results.filter(async (deal) => Number(deal.properties.amount) > 600).length`,
    says: /filter takes no async function.*Promise\.all/,
  },
  {
    habit: 'an object of a class that gives the next page',
    code: `class Page {\n  constructor(data) { Object.assign(this, data) }\n  async next() { return this.paging?.next ? new Page(await call('hubspot', 'list', { object_type: 'deals', limit: 5, after: this.paging.next.after })) : null }\n}\nlet p = new Page(await call('hubspot', 'list', { object_type: 'deals', limit: 5 }))\nlet n = 0\nwhile (true) {\n  n += p.results.length\n  p = await p.next()\n  if (!p) break\n}\nreturn n`,
    gives: 12,
  },
  {
    habit: 'helpers of iterators',
    code: `const { results } = ${listDeals}
const big = results.values().filter((deal) => Number(deal.properties.amount) > 500).take(2).map((deal) => deal.id).toArray()
const owners = new Map(results.map((deal) => [deal.properties.hubspot_owner_id, deal.id]))
return [big, owners.keys().drop(3).toArray(), owners.values().reduce((sum, id) => sum + Number(id), 0), owners.keys().some((id) => id === '4')]`,
    gives: [['6', '7'], ['4', '0'], 50, true],
  },
  {
    habit: 'call as a member of globalThis and of this',
    code: `const [one, other] = await Promise.all([
  globalThis.call('hubspot', 'list', { object_type: 'deals', limit: globalThis.parameters.n }),
  this.call('hubspot', 'list', { object_type: 'deals', limit: 2 }),
])
return [one.results.length, other.results.length]`,
    parameters: { n: 1 },
    gives: [1, 2],
  },
  {
    habit: 'call declared for its type, beside a namespace',
    code: `declare const call: (provider: string, action: string, parameters: object) => Promise<any>
namespace Money {
  export const read = (text: string) => Number(text)
}
const { results } = ${listDeals}
return Money.read(results[0].properties.amount)`,
    gives: 100,
  },
]
