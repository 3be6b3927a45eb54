import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** The message of axe for a target under a bar or menu. Such targets are ignored: scrolling uncovers them. */
const PARTIALLY_COVERED = /partially obscured/

const ALL_RULES: RunOptions = {
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
  preload: false,
}
const CONTRAST: RunOptions = { runOnly: ['color-contrast'], resultTypes: ['violations'], preload: false }

/** Runs axe on the page. Returns a line per violation: the rule, the element and the reason. */
export const findBarriers = (page: Page): Promise<string[]> => findViolations(page, ALL_RULES)

/** Runs only the rule of axe that depends on the colours of the page. Returns lines as `findBarriers` does. */
export const findFaintTexts = (page: Page): Promise<string[]> => findViolations(page, CONTRAST)

async function findViolations(page: Page, rules: RunOptions): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options),
    rules,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ failureSummary = '' }) => !PARTIALLY_COVERED.test(failureSummary))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
}
