import { resultOf, sendJson, textResult } from '../tool-server.ts'
import { on, onCall, type UpstreamReport } from './report.ts'
import { reportedTools } from './tools.ts'

const [first = { name: '', inputSchema: {} }, ...others] = reportedTools

/** Reports about lists of tools and the tools' schemas. */
export const lists: readonly UpstreamReport[] = [
  {
    report: 'fastmcp#2019',
    what: 'nothing is opened or listed again for each call',
    want: {},
    asked: { initialize: 1, 'tools/list': 1, 'tools/call': 3 },
  },
  {
    report: 'metamcp#169',
    what: 'the list has a second page',
    play: on('tools/list', (m, r) =>
      sendJson(r, resultOf(m, m.params?.cursor === '2' ? { tools: [first] } : { tools: others, nextCursor: '2' })),
    ),
    want: {},
  },
  {
    report: 'codebase-memory-mcp#1247',
    what: 'the only page of the list names itself as the next one',
    play: on('tools/list', (m, r) => sendJson(r, resultOf(m, { tools: reportedTools, nextCursor: 'same' }))),
    want: {},
  },
  {
    report: 'Letta-MCP-server#102',
    what: 'an output schema is promised, and a text comes',
    action: 'says_output',
    play: onCall(textResult('three agents')),
    want: 'three agents',
  },
  {
    report: 'mcp-context-forge#4202',
    what: 'an error of a tool that has an output schema',
    action: 'says_output',
    play: onCall(textResult('no such agent', { isError: true })),
    want: /no such agent/,
  },
  {
    report: 'modelcontextprotocol/servers#3051',
    what: 'a schema says nothing but its dialect',
    action: 'no_schema',
    want: {},
  },
  {
    report: 'hermes-agent#4897',
    what: 'the type of a schema is null',
    action: 'null_type',
    params: { word: 'tea' },
    want: { word: 'tea' },
  },
  { report: 'mcp-go#224', what: 'the properties of a schema are null', action: 'null_properties', want: {} },
  {
    report: 'FastGPT#6395',
    what: 'a schema refers to its own definitions',
    action: 'references',
    params: { request: { word: 'tea', next: { word: 'cup' } } },
    want: { request: { word: 'tea', next: { word: 'cup' } } },
  },
  { report: 'copilot-cli#1879', what: 'a name has dots and slashes', action: 'admin_pages_update', want: {} },
  {
    report: 'litellm#15725',
    what: 'a name has the hyphens by which others tell servers apart',
    action: 'resolve_library_id',
    want: {},
  },
  { report: 'mcp-gateway#662', what: 'the schema of another tool is none', want: {} },
  {
    report: 'mcpproxy-go#343',
    what: 'a hint turns after the import: it was never believed',
    play: on('tools/list', (m, r) =>
      sendJson(
        r,
        resultOf(m, { tools: [{ ...first, annotations: { destructiveHint: false, readOnlyHint: true } }, ...others] }),
      ),
    ),
    want: {},
  },
  {
    report: 'fastmcp#5025',
    what: 'an empty cursor leads to the second page',
    play: on('tools/list', (m, r) =>
      sendJson(r, resultOf(m, m.params?.cursor === '' ? { tools: [first] } : { tools: others, nextCursor: '' })),
    ),
    want: {},
  },
  {
    report: 'java-sdk#628',
    what: 'an empty cursor is the end',
    play: on('tools/list', (m, r) => sendJson(r, resultOf(m, { tools: reportedTools, nextCursor: '' }))),
    want: {},
  },
  {
    report: 'mcp-auth-proxy#179',
    what: 'a schema refers to definitions of an older draft',
    action: 'older_draft',
    params: { p: { word: 'tea' } },
    want: { p: { word: 'tea' } },
  },
  {
    report: 'own/cursor-null',
    what: 'the next cursor is null',
    play: on('tools/list', (m, r) => sendJson(r, resultOf(m, { tools: reportedTools, nextCursor: null }))),
    want: {},
  },
]
