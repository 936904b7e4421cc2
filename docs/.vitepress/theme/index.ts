import theme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import { CopyForAgent } from './copy-for-agent.ts'
import './style.css'

/** The router would look for a page of the site where a link has no target. */
const toGateway = (path: string, text: string) => h('a', { class: 'to-gateway', href: path, target: '_self' }, text)

export default {
  extends: theme,
  Layout: () =>
    h(theme.Layout, null, {
      'doc-before': () => h(CopyForAgent),
      'nav-bar-content-after': () => [toGateway('/docs', 'API reference'), toGateway('/console', 'Console')],
    }),
}
