import { createSampleCommunity } from '@meadow/testing/sample-community'
import { test } from './src/fixtures.ts'
import { type CheckedWindow, checkScreens } from './src/screens/check-screens.ts'

/** The narrowest supported screen and a wide one. `long/accessibility.test.ts` checks each theme in three sizes. */
const WINDOWS: CheckedWindow[] = [
  { viewport: { width: 320, height: 640 }, colorSchemes: ['light'] },
  { viewport: { width: 1440, height: 900 }, colorSchemes: ['dark'] },
]

test.use({ trace: 'off' }) // a failure names the screen, and a trace of all screens takes as long as the test

test('every screen fits without scrolling sideways and has no axe violations', async ({ product }) => {
  test.setTimeout(600_000)
  const community = await createSampleCommunity(product.stack.url)
  await Promise.all(WINDOWS.map((window) => checkScreens(product, community, window)))
})
