import { expect, it } from '@jest/globals'
import { isIosDevice } from './push-environment.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

it('knows iPhone and iPad, although Safari on iPad names a Mac', () => {
  expect(isIosDevice({ userAgent: IPHONE, maxTouchPoints: 5 })).toBe(true)
  expect(isIosDevice({ userAgent: MAC, maxTouchPoints: 5 })).toBe(true)
  expect(isIosDevice({ userAgent: MAC, maxTouchPoints: 0 })).toBe(false)
  expect(isIosDevice({ userAgent: ANDROID, maxTouchPoints: 5 })).toBe(false)
})
