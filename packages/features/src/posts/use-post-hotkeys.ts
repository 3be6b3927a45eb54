import { useHotkeys } from '@meadow/web'

/** `j` and `k` walk through the posts of the page, `l` likes the one they are at. */
export function usePostHotkeys(): void {
  useHotkeys({ j: () => move(1), k: () => move(-1), l: likeCurrent })
}

const allPosts = () => Array.from(document.querySelectorAll<HTMLElement>('[data-post]'))
const currentPost = () => document.activeElement?.closest<HTMLElement>('[data-post]')

function move(by: 1 | -1): void {
  const posts = allPosts()
  const current = currentPost()
  const at = current ? posts.indexOf(current) : by > 0 ? -1 : posts.length
  const next = posts[Math.min(Math.max(at + by, 0), posts.length - 1)]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'start' })
}

function likeCurrent(): void {
  currentPost()?.querySelector<HTMLElement>('[data-like]')?.click()
}
