import type { Page } from '@playwright/test'

/** Controls that may be smaller, as WCAG 2.5.8 allows. */
const EXCEPTIONS = [
  'p a', // inline: the line height of the text sets the size
  'a[href^="/profile/"]', // inline: a name in a line of text, 24 px high; its avatar is larger
  '[role=log] article button', // equivalent: the long-press menu of the message has rows of 44 px
].join()

/** Returns the visible controls of the page whose area, with their pseudo-elements and labels, is below 44 x 44 px. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((exceptions) => {
    const MIN_SIZE_PX = 43.5 // 44 px, less a fraction by rounding
    const isVisible = (element: HTMLElement) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    /** Another link in the item that leads to the same page, such as the avatar beside a name. */
    const hasLargerTwin = (element: HTMLElement) =>
      element instanceof HTMLAnchorElement &&
      [...(element.closest('article, li')?.querySelectorAll('a') ?? [])].some(
        (other) => other !== element && other.href === element.href && isLarge(other),
      )
    const isLarge = (element: HTMLElement) => {
      const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0]
      const sizes = [element, label].flatMap((part) => (part ? [part.getBoundingClientRect()] : []))
      const growths = ['::before', '::after']
        .map((pseudo) => getComputedStyle(element, pseudo))
        .filter(({ content, position }) => content !== 'none' && position === 'absolute')
        .map(({ width, height }) => ({ width: Number.parseFloat(width), height: Number.parseFloat(height) }))
      const all = [...sizes, ...growths]
      return (
        Math.max(...all.map(({ width }) => width)) >= MIN_SIZE_PX &&
        Math.max(...all.map(({ height }) => height)) >= MIN_SIZE_PX
      )
    }
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [role=tab]')]
      .filter((element) => isVisible(element) && !element.matches(exceptions))
      .filter((element) => !isLarge(element) && !hasLargerTwin(element))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
        return `${element.tagName.toLowerCase()} "${name}" of ${Math.round(width)} x ${Math.round(height)} px`
      })
  }, EXCEPTIONS)
}
