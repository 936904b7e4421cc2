import { type Html, html } from '../../pages/html.ts'
import { type OpenApiDocument, type PlacedOperation, placeOperations } from './document.ts'
import { codeSamples } from './samples.ts'

const renderMarkdown = (text: string): Html => ({
  html: Bun.markdown.html(text, { noHtmlBlocks: true, noHtmlSpans: true }),
})

const renderSamples = (operation: PlacedOperation, document: OpenApiDocument): Html =>
  html`<div class="samples">${codeSamples(operation, document).map(
    ([language, code], at) =>
      html`<details name="samples-${operation.operationId}"${at === 0 ? html` open` : html``}><summary>${language}</summary><pre tabindex="0"><code>${{ html: Bun.escapeHTML(code) }}</code></pre></details>\n`,
  )}</div>`

/** The page has the basics of an operation. The script adds its schemas and the form that sends it once it is opened. */
const renderOperation = (operation: PlacedOperation, document: OpenApiDocument): Html => {
  const { operationId, method, path, summary, description } = operation
  return html`<details class="operation" id="${operationId}">
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="what">${summary}</span></summary>
<div class="body">
${description === undefined ? html`` : renderMarkdown(description)}
${renderSamples(operation, document)}
<div class="form"></div>
</div>
</details>\n`
}

/** The API reference: every operation of the document, with its words and code samples. Without scripts it can be read, but sends nothing. */
export const renderReference = (document: OpenApiDocument): string => {
  const byTag = Map.groupBy(placeOperations(document), ({ tags: [tag = ''] }) => tag)
  const tags = document.tags.filter(({ name }) => byTag.has(name))
  const anchor = (name: string): string => `tag-${name.toLowerCase().replaceAll(' ', '-')}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Patchbay API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/guide.css">
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/page.js" type="module"></script>
</head>
<body>
<nav aria-label="API">
<p><strong>Patchbay API</strong></p>
<p class="others"><a href="/docs/guide/">Documentation</a> <a href="/docs/errors">Error codes</a> <a href="/openapi.json">OpenAPI</a></p>
<label><span>Search</span><input type="search" id="search" placeholder="Search operations" autocomplete="off" spellcheck="false"></label>
<ul>${tags.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>\n`)}</ul>
</nav>
<main>
<h1>API reference</h1>
<p id="nothing" role="status" hidden>No operation has these words.</p>
${tags.map(
  ({ name, description = '' }) => html`<section id="${anchor(name)}">
<h2>${name}</h2>
${renderMarkdown(description)}
${(byTag.get(name) ?? []).map((operation) => renderOperation(operation, document))}</section>\n`,
)}</main>
</body>
</html>
`.html
}
