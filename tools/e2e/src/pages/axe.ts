import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** The message of axe for a target under a bar or menu. Such targets are ignored: scrolling uncovers them. */
const PARTIALLY_COVERED = /partially obscured/

/** The rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Runs axe on the page. Returns a line per violation: the rule, the element and the reason. */
export const findBarriers = (page: Page): Promise<string[]> =>
  runAxe(page, { rules: { 'target-size': { enabled: true } } })

/** Runs only the rules about colours, for a page whose colours have changed. */
export const findColourBarriers = (page: Page): Promise<string[]> => runAxe(page, { runOnly: COLOUR_RULES })

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (runOptions) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, runOptions),
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ failureSummary = '' }) => !PARTIALLY_COVERED.test(failureSummary))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
}
