import type { Locator } from '@playwright/test'

/** Scrolls up, loading older messages, until `first` is visible. */
export async function scrollToTop(log: Locator, first: Locator): Promise<void> {
  while (!(await first.isVisible())) {
    const height = await log.evaluate((element) => {
      element.scrollTop = 0
      return element.scrollHeight
    })
    const olderLoaded = log.evaluate(async (element, height) => {
      while (element.scrollHeight <= height && element.scrollTop === 0) await new Promise(requestAnimationFrame)
    }, height)
    await Promise.race([olderLoaded, first.waitFor()])
  }
}

/** Reads the texts of all rows of a virtualised list, first row first. */
export async function readRows(log: Locator): Promise<string[]> {
  return log.evaluate(async (element) => {
    const texts = new Map<number, string>()
    const rows = () => [...element.querySelectorAll<HTMLElement>('[data-index]')]
    const isFilled = () => {
      const [top, bottom] = [element.scrollTop, element.scrollTop + element.clientHeight]
      const spans = rows().map((row) => ({ from: row.offsetTop, to: row.offsetTop + row.offsetHeight }))
      const covers = (at: number) => spans.some(({ from, to }) => from <= at && at <= to)
      return covers(Math.max(top, 40)) && covers(Math.min(bottom, element.scrollHeight - 40)) // the list has padding at both ends
    }
    element.scrollTop = 0
    for (;;) {
      do await new Promise(requestAnimationFrame)
      while (!isFilled())
      for (const row of rows()) texts.set(Number(row.dataset['index']), row.textContent)
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) break
      element.scrollTop += element.clientHeight / 2
    }
    return [...texts].toSorted(([one], [other]) => one - other).map(([, text]) => text)
  })
}
