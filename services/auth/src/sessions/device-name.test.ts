import { expect, it } from '@jest/globals'
import { toDeviceName } from './device-name.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0'

it.each([
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Microsoft Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/138.0.0.0`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
  [
    'Safari on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  ['Unknown browser on Linux', 'Mozilla/5.0 (X11; Linux x86_64)'],
  ['Unknown device', 'curl/8.5.0'],
  ['Unknown device', 'This device, trust me/1.0 x'],
  ['Unknown device', '<script>/1.0 a'],
  ['Unknown device', ''],
  ['Unknown device', undefined],
])('says %s', (device, userAgent) => {
  expect(toDeviceName(userAgent)).toBe(device)
})

it('reads only the beginning of a header that is too long', () => {
  expect(toDeviceName(`${'x'.repeat(500)} (X11; Linux x86_64) Firefox/140.0`)).toBe('Unknown device')
})
