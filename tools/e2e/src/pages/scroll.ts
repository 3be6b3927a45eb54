import type { Locator } from 'playwright-core'

/** Scrolls up, loading older messages, until `first` is visible. */
export async function scrollToTop(log: Locator, first: Locator): Promise<void> {
  while (!(await first.isVisible())) {
    const height = await log.evaluate((it) => {
      it.scrollTop = 0
      return it.scrollHeight
    })
    const olderLoaded = log.evaluate(async (it, height) => {
      while (it.scrollHeight <= height && it.scrollTop === 0) await new Promise(requestAnimationFrame)
    }, height)
    await Promise.race([olderLoaded, first.waitFor()])
  }
}

/** Reads the texts of all rows of a virtualised list, first row first. */
export async function readRows(log: Locator): Promise<string[]> {
  return log.evaluate(async (it) => {
    const texts = new Map<number, string>()
    const rows = () => [...it.querySelectorAll<HTMLElement>('[data-index]')]
    const isFilled = () => {
      const [top, bottom] = [it.scrollTop, it.scrollTop + it.clientHeight]
      const spans = rows().map((row) => ({ from: row.offsetTop, to: row.offsetTop + row.offsetHeight }))
      const covers = (at: number) => spans.some(({ from, to }) => from <= at && at <= to)
      return covers(Math.max(top, 40)) && covers(Math.min(bottom, it.scrollHeight - 40)) // the list has padding at both ends
    }
    it.scrollTop = 0
    for (;;) {
      do await new Promise(requestAnimationFrame)
      while (!isFilled())
      for (const row of rows()) texts.set(Number(row.dataset['index']), row.textContent)
      if (it.scrollTop + it.clientHeight >= it.scrollHeight - 1) break
      it.scrollTop += it.clientHeight / 2
    }
    return [...texts].toSorted(([one], [other]) => one - other).map(([, text]) => text)
  })
}
