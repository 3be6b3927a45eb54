import { createSampleCommunity } from '@meadow/testing/sample-community'
import { test } from '../src/fixtures.ts'
import { checkScreens } from '../src/screens/check-screens.ts'
import { COLOR_SCHEMES, VIEWPORTS } from '../src/screens/viewports.ts'

test.use({ trace: 'off' }) // a failure names the screen

test('every screen has no axe violations on a phone, a tablet and a desktop, light and dark', async ({ product }) => {
  test.setTimeout(1_800_000)
  const community = await createSampleCommunity(product.stack.url)
  for (const viewport of [VIEWPORTS.small, VIEWPORTS.medium, VIEWPORTS.large])
    await test.step(`${viewport.width} px`, () =>
      checkScreens(product, community, { viewport, colorSchemes: COLOR_SCHEMES }))
})
