import type { Page } from '@playwright/test'

type ShiftedPage = { takeLayoutShifts: () => { value: number; elements: string[] }[] }

/** Records the layout shifts of each page that is opened after this. */
export const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    const entries: LayoutShift[] = []
    const observer = new PerformanceObserver((list) => void entries.push(...(list.getEntries() as LayoutShift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    const describe = (node: Node | null) =>
      node instanceof Element
        ? `${node.nodeName} ${node.className}: ${node.textContent.slice(0, 40)}`
        : `${node?.nodeName}`
    ;(globalThis as unknown as ShiftedPage).takeLayoutShifts = () =>
      [...entries.splice(0), ...(observer.takeRecords() as LayoutShift[])]
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .map(({ value, sources }) => ({ value, elements: sources.map(({ node }) => describe(node)) }))
  })

/** Returns the layout shifts of the page with the elements that moved. Their values are the parts of the viewport that moved. */
export const readLayoutShifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    return (globalThis as unknown as ShiftedPage).takeLayoutShifts()
  })

/** Delays each response until the page has painted what it shows before. */
export const paintBeforeResponses = (page: Page): Promise<unknown> =>
  page.route(/\/(api|js)\//, async (route) => {
    await page
      .evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      })
      .catch(() => undefined) // a page that is left
    await route.continue().catch(() => undefined)
  })
