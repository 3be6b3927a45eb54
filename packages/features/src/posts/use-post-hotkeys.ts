import { useHotkeys } from '@meadow/web'

/** Hotkeys: `j` and `k` focus the next and previous post, `l` likes the focused post. */
export function usePostHotkeys(): void {
  useHotkeys({ j: () => focusPost(1), k: () => focusPost(-1), l: likeFocusedPost })
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

function likeFocusedPost(): void {
  findFocusedPost()?.querySelector<HTMLElement>('[data-like]')?.click()
}
