import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createConnectivity } from './connectivity.ts'

let isBrowserOnline: boolean
let doesServerRespond: boolean
let probeCount: number
let isPageHidden: boolean
let stop = () => {}

/** Creates a store whose server and browser are switched by the variables above. */
function start() {
  const connectivity = createConnectivity({
    probe: async () => {
      probeCount += 1
      if (!doesServerRespond) throw new TypeError('Failed to fetch')
    },
    isBrowserOnline: () => isBrowserOnline,
    isPageHidden: () => isPageHidden,
    nowMs: () => Date.now(),
  })
  const changes: string[] = []
  connectivity.subscribe(() => changes.push(connectivity.readStatus()))
  stop = connectivity.start()
  return { connectivity, changes }
}

const settle = () => jest.advanceTimersByTimeAsync(0)
const switchBrowser = async (isOnline: boolean) => {
  isBrowserOnline = isOnline
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  await settle()
}

beforeEach(() => {
  jest.useFakeTimers({ now: 5_000 })
  isBrowserOnline = true
  doesServerRespond = true
  probeCount = 0
  isPageHidden = false
})
afterEach(() => {
  stop()
  jest.useRealTimers()
})

describe('the connectivity', () => {
  it('starts as the browser says', () => {
    isBrowserOnline = false
    expect(start().connectivity.readStatus()).toBe('offline')
  })

  it('is offline when the browser says so, and online again when the server responds', async () => {
    const { changes } = start()
    await switchBrowser(false)
    await switchBrowser(true)
    expect(changes).toEqual(['offline', 'online'])
    expect(probeCount).toBe(1)
  })

  it('stays unreachable while the browser has a network that leads nowhere', async () => {
    const { connectivity, changes } = start()
    doesServerRespond = false
    await switchBrowser(false)
    await switchBrowser(true)
    expect(connectivity.readStatus()).toBe('unreachable')
    doesServerRespond = true
    await jest.advanceTimersByTimeAsync(60_000)
    expect(changes).toEqual(['offline', 'unreachable', 'online'])
  })

  it('does not change for a single failed call if the server responds to a probe', async () => {
    const { connectivity, changes } = start()
    connectivity.reportNoResponse()
    await settle()
    expect(probeCount).toBe(1)
    expect(changes).toEqual([])
  })

  it('probes again less and less often until the server responds', async () => {
    const { connectivity } = start()
    doesServerRespond = false
    connectivity.reportNoResponse()
    await jest.advanceTimersByTimeAsync(10_000)
    expect(probeCount).toBe(3) // after 0, 2 and 6 s
    await jest.advanceTimersByTimeAsync(300_000)
    expect(probeCount).toBeLessThan(16)
  })

  it('is online as soon as any call gets a response, and remembers its time', async () => {
    const { connectivity, changes } = start()
    await switchBrowser(false)
    connectivity.reportResponse()
    expect(changes).toEqual(['offline', 'online'])
    expect(connectivity.readLastResponseMs()).toBe(5_000)
  })

  it('sends no probe from a hidden tab', async () => {
    const { connectivity } = start()
    doesServerRespond = false
    isPageHidden = true
    connectivity.reportNoResponse()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(probeCount).toBe(1)
    isPageHidden = false
    doesServerRespond = true
    dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(connectivity.readStatus()).toBe('online')
  })
})
