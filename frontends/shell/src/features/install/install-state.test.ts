import { expect, it } from '@jest/globals'
import { getInstallState } from './install-state.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const device = { isStandalone: false, hasPrompt: false, userAgent: MAC, maxTouchPoints: 0 }

it.each([
  ['standalone', 'an installed app', { isStandalone: true, hasPrompt: true }],
  ['installable', 'a browser that offers it', { hasPrompt: true }],
  ['manual', 'an iPhone', { userAgent: IPHONE, maxTouchPoints: 5 }],
  ['manual', 'an iPad, which says that it is a Mac', { maxTouchPoints: 5 }],
  ['unavailable', 'any other browser', {}],
] as const)('is %s for %s', (state, _, changes) => expect(getInstallState({ ...device, ...changes })).toBe(state))
