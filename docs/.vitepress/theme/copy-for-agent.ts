import { useData, withBase } from 'vitepress'
import { defineComponent, h, ref } from 'vue'

/** The page as an agent reads it best, to copy or to open. Only pages of an encrypted site may write to the clipboard. */
export const CopyForAgent = defineComponent(() => {
  const { page } = useData()
  const said = ref('Copy for an agent')
  const address = () => withBase(`/${page.value.relativePath.replace(/\.md$/, '.txt')}`)
  const copy = async (event: Event) => {
    if (!navigator.clipboard) return
    event.preventDefault()
    await navigator.clipboard.writeText(await (await fetch(address())).text())
    said.value = 'Copied'
  }
  return () => h('p', { class: 'for-agents' }, h('a', { href: address(), target: '_self', onClick: copy }, said.value))
})
