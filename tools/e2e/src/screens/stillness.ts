import type { Page, Request } from 'playwright-core'

const PATIENCE = 15_000
/** An answer may lead to the next question, a frame or two later. */
const QUIET_LOOKS = 3

/** Watches what a page asks for. The function waits until nothing but what is held is under way, and all of it is drawn. */
export function watchPage(page: Page): (name: string, held?: RegExp) => Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', (one) => underWay.add(one))
  page.on('requestfinished', (one) => underWay.delete(one))
  page.on('requestfailed', (one) => underWay.delete(one))

  return async (name, held) => {
    const begun = Date.now()
    const awaited = () => [...underWay].map((one) => one.url()).filter((url) => !held?.test(url))
    for (let quiet = 0; quiet < QUIET_LOOKS; ) {
      await framesDrawn(page, 2)
      quiet = awaited().length === 0 ? quiet + 1 : 0
      if (Date.now() - begun > PATIENCE) {
        throw new Error(`'${name}' still waits for ${awaited().join(', ')}`)
      }
    }
  }
}

/** The fonts are there, and this many frames have been drawn. */
export const framesDrawn = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (frames) => {
    await document.fonts.ready
    for (let drawn = 0; drawn < frames; drawn++) await new Promise(requestAnimationFrame)
  }, count)
