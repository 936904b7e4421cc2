/** The pages of this folder as a site, which the gateway serves at `/docs/guide`: `bun run docs:site` writes it into `docs/site`. */
import { transformerStyleToClass } from '@shikijs/transformers'
import { defineConfig } from 'vitepress'
import { writeAgentTexts } from './agent-texts.ts'
import { checkLinks } from './check-links.ts'
import { codeTabs } from './code-tabs.ts'
import { makeHome } from './home.ts'
import { anchorOf, breakPaths, followLinks, withoutMarkup, withoutStyles } from './markdown.ts'
import { useRoomOfOutline } from './outline.ts'
import { base, findOtherFolders, findPages } from './pages.ts'
import { readSidebar } from './sidebar.ts'
import { moveScripts, writeMovedFiles } from './strict-pages.ts'

const codeColours = transformerStyleToClass({ classPrefix: 'code-' })

export default defineConfig({
  title: 'Patchbay',
  description: 'The documentation of Patchbay',
  lang: 'en',
  base,
  srcDir: '..',
  outDir: 'site',
  rewrites: Object.fromEntries(findPages()),
  srcExclude: [...findOtherFolders()],
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  // Without a style that the library puts into the page for a moment, which the gateway's policy doesn't allow.
  appearance: { disableTransition: false },
  // In a file of its own, as the gateway's policy allows no script in a page.
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['link', { rel: 'stylesheet', href: `${base}code.css` }],
  ],
  themeConfig: {
    sidebar: readSidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  markdown: {
    anchor: { slugify: anchorOf },
    codeTransformers: [codeColours],
    config(md) {
      codeTabs(md)
      withoutMarkup(md)
      withoutStyles(md)
      followLinks(md)
      breakPaths(md)
    },
  },
  vite: { configFile: false },
  transformPageData(page) {
    makeHome(page)
    useRoomOfOutline(page)
  },
  transformHtml: moveScripts,
  buildEnd({ outDir }) {
    writeMovedFiles(outDir, { 'code.css': codeColours.getCSS() })
    writeAgentTexts(outDir)
    checkLinks(outDir)
  },
})
