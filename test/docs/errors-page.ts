import { readPage } from './pages.ts'

/** The page behind the `docs_url` of errors. */
const source = 'docs/troubleshooting.md'

/** Links to other pages lead nowhere at a gateway; those within the page stay. */
const withoutOtherPages = (markup: string): string => markup.replaceAll(/<a href="(?!#)[^"]*">([\s\S]*?)<\/a>/g, '$1')

/** Each code's chapter has an anchor, as GitHub makes one of a heading. */
const withAnchors = (markup: string): string =>
  markup.replaceAll(/<h2>([A-Z_]+)<\/h2>/g, (_, code: string) => `<h2 id="${code.toLowerCase()}">${code}</h2>`)

const page = (): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Troubleshooting by error code</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/errors.css">
  </head>
  <body>
    <main>
<p><a href="/docs/guide/">Documentation</a> · <a href="/docs">API reference</a></p>
${withAnchors(withoutOtherPages(Bun.markdown.html(readPage(source))))}    </main>
  </body>
</html>
`

/** The page that the gateway serves at `/docs/errors`, made of docs/troubleshooting.md. */
export const errorsPage = { file: 'server/docs/page/errors.html', text: page } as const
