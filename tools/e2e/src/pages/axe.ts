import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** The message of axe for a target under a bar or menu. Such targets are ignored: scrolling uncovers them. */
const PARTIALLY_COVERED = /partially obscured/

const OPTIONS: RunOptions = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'], preload: false }

/** Runs axe on the page. Returns a line per violation: the rule, the element and the reason. */
export async function findBarriers(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, options),
    OPTIONS,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ failureSummary = '' }) => !PARTIALLY_COVERED.test(failureSummary))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
}
