import { createSampleCommunity } from '@meadow/testing/sample-community'
import { test } from '../src/fixtures.ts'
import { checkScreens } from '../src/screens/check-screens.ts'
import { COLOR_SCHEMES, VIEWPORTS } from '../src/screens/viewports.ts'

test.use({ trace: 'off' }) // a failure names the screen

test('every screen has no axe violations on a phone, a tablet and a desktop, light and dark', async ({ product }) => {
  test.setTimeout(1_800_000)
  const community = await createSampleCommunity(product.stack.url)
  const viewports = [VIEWPORTS.small, VIEWPORTS.medium, VIEWPORTS.large]
  await Promise.all(
    viewports.map((viewport) => checkScreens(product, community, { viewport, colorSchemes: COLOR_SCHEMES })),
  )
})
