import { useShortcuts } from '@meadow/web'
import { t } from '../texts.ts'

/** Defines the shortcuts of a page with posts: to the next and previous post, like and comment on the focused one. */
export function usePostShortcuts(): void {
  useShortcuts([
    { keys: 'j', text: t('shortcuts.nextPost'), scope: 'page', run: () => focusPost(1), repeats: true },
    { keys: 'k', text: t('shortcuts.previousPost'), scope: 'page', run: () => focusPost(-1), repeats: true },
    { keys: 'l', text: t('shortcuts.like'), scope: 'page', run: () => clickInFocusedPost('[data-like]') },
    { keys: 'r', text: t('shortcuts.comment'), scope: 'page', run: () => clickInFocusedPost('[data-comment]') },
  ])
}

const findPostElements = () => Array.from(document.querySelectorAll<HTMLElement>('[data-post]'))
const findFocusedPost = () => document.activeElement?.closest<HTMLElement>('[data-post]')

function focusPost(by: 1 | -1): void {
  const posts = findPostElements()
  const current = findFocusedPost()
  const at = current ? posts.indexOf(current) : by > 0 ? -1 : posts.length
  const next = posts[Math.min(Math.max(at + by, 0), posts.length - 1)]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'start' })
}

function clickInFocusedPost(selector: string): void {
  findFocusedPost()?.querySelector<HTMLElement>(selector)?.click()
}
