import { MAX_POST_IDS_PER_REQUEST } from '@meadow/contracts/limits'

/** A post is seen after this time on the screen. */
const SEEN_AFTER_MS = 1_000
/** The first post of a batch waits this long for others. */
const SEND_AFTER_MS = 3_000
/** Share of a post, or of the window if the post is higher than that, that must be visible. */
const MIN_VISIBLE_SHARE = 0.5
const THRESHOLDS = Array.from({ length: 21 }, (_, step) => step / 20)
const POST = '[data-post]'

/** Sends the ids of seen posts. Returns false if they are to be sent again later. */
type SendViews = (ids: string[]) => Promise<boolean>

/**
 * Watches all posts of the page with one observer, and sends those that were visible long enough, in batches. A hidden page sees nothing.
 * A post is sent once while the page is open.
 */
export function startViewTracker(send: SendViews): Disposable {
  const seen = new Set<string>()
  const visible = new Set<HTMLElement>()
  const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>()
  let batch: string[] = []
  let flushTimer: ReturnType<typeof setTimeout> | undefined

  async function flush(): Promise<void> {
    clearTimeout(flushTimer)
    flushTimer = undefined
    if (batch.length === 0) return
    const ids = batch.splice(0, MAX_POST_IDS_PER_REQUEST)
    if (!(await send(ids))) batch = [...ids, ...batch].slice(0, MAX_POST_IDS_PER_REQUEST) // goes with the next batch
  }

  function count(element: HTMLElement): void {
    timers.delete(element)
    const id = element.dataset['post']
    if (!id || seen.has(id)) return
    seen.add(id)
    batch.push(id)
    if (batch.length >= MAX_POST_IDS_PER_REQUEST) void flush()
    else flushTimer ??= setTimeout(() => void flush(), SEND_AFTER_MS)
  }

  const begin = (element: HTMLElement) => {
    if (!timers.has(element))
      timers.set(
        element,
        setTimeout(() => count(element), SEEN_AFTER_MS),
      )
  }
  const cancel = (element: HTMLElement) => {
    clearTimeout(timers.get(element))
    timers.delete(element)
  }

  const intersections = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const element = entry.target as HTMLElement
        if (isVisible(entry)) {
          visible.add(element)
          if (!document.hidden) begin(element)
        } else {
          visible.delete(element)
          cancel(element)
        }
      }
    },
    { threshold: THRESHOLDS },
  )
  const observePosts = (root: ParentNode) => {
    for (const post of root.querySelectorAll<HTMLElement>(POST)) intersections.observe(post)
  }
  const mutations = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue
        if (node.matches(POST)) intersections.observe(node)
        else observePosts(node)
      }
  })
  const handleVisibility = () => {
    for (const element of visible) document.hidden ? cancel(element) : begin(element)
    if (document.hidden) void flush()
  }

  observePosts(document)
  mutations.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('visibilitychange', handleVisibility)
  return {
    [Symbol.dispose]() {
      document.removeEventListener('visibilitychange', handleVisibility)
      mutations.disconnect()
      intersections.disconnect()
      for (const element of [...timers.keys()]) cancel(element)
      void flush()
    },
  }
}

/** Returns true if enough of a post is visible. Half of a post that is higher than the window never is. */
const isVisible = ({ isIntersecting, intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  isIntersecting &&
  (intersectionRatio >= MIN_VISIBLE_SHARE ||
    Boolean(rootBounds && intersectionRect.height >= rootBounds.height * MIN_VISIBLE_SHARE))
