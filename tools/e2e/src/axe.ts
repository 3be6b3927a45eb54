import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** How axe says that a target is small for what lies above it: a bar or a menu, from which it comes out whole. */
const COVERED = /partially obscured/

/** The rules whose answer depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong on the page as it is now, a line per place: the rule and where. */
export const barriersOn = (page: Page): Promise<string[]> => run(page, { rules: { 'target-size': { enabled: true } } })

/** The same for a page of which nothing but the colours has changed since axe looked at it. */
export const colourBarriersOn = (page: Page): Promise<string[]> => run(page, { runOnly: COLOUR_RULES })

async function run(page: Page, options: RunOptions): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, given),
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ failureSummary = '' }) => !COVERED.test(failureSummary))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
}
