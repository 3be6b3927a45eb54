import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { useUnsavedWork } from '@meadow/web'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FrontendBuilds } from '../../service-worker/messages.ts'
import { UpdateBar } from './update-bar.tsx'

const reload = jest.fn()
const BUILDS = { shell: 'A', feed: 'A', profile: 'A', chat: 'A' }
let checks = 0
let worker: EventTarget

const Editor = () => {
  useUnsavedWork(true)
  return null
}

function installWorker() {
  worker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({ active: { postMessage: () => (checks += 1) } }),
    register: async () => ({ update: async () => undefined }),
    ready: Promise.resolve(),
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
}

const announce = (builds: FrontendBuilds) =>
  act(() => void worker.dispatchEvent(new MessageEvent('message', { data: { type: 'current-builds', builds } })))

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

beforeEach(() => {
  fakeApi()
  installWorker()
  reload.mockClear()
  checks = 0
  sessionStorage.clear()
  document.head.innerHTML = '<meta name="build" content="A">'
  setHidden(false)
})
afterEach(() => {
  document.head.innerHTML = ''
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(document, 'hidden')
})

describe('the first complete store of this device', () => {
  beforeEach(() => localStorage.clear())

  it('says once that Meadow works offline now', async () => {
    const { unmount } = renderPage(<UpdateBar reload={reload} />, { signedIn: false })
    announce({ shell: 'A', feed: 'A', profile: 'A' })
    expect(screen.queryByText('Meadow works offline now')).not.toBeInTheDocument() // the chat is missing
    announce({ shell: 'A', feed: 'A', profile: 'A', chat: 'A' })
    expect(await screen.findByText('Meadow works offline now')).toBeVisible()
    unmount()
    renderPage(<UpdateBar reload={reload} />, { signedIn: false })
    announce({ shell: 'A', feed: 'B', profile: 'A', chat: 'A' })
    expect(screen.queryByText('Meadow works offline now')).not.toBeInTheDocument()
  })
})

describe('the check for releases', () => {
  /** Returns after how many seconds each of the next `count` checks begins. */
  async function measureIntervals(count: number): Promise<number[]> {
    const intervals: number[] = []
    for (let seconds = 0, known = checks; intervals.length < count; ) {
      await act(() => jest.advanceTimersByTimeAsync(10_000))
      seconds += 10
      if (checks > known) intervals.push(seconds)
      if (checks > known) seconds = 0
      known = checks
    }
    return intervals
  }
  const open = async () => {
    jest.useFakeTimers()
    renderPage(<UpdateBar reload={reload} />, { signedIn: false })
    await act(() => jest.advanceTimersByTimeAsync(0))
  }
  afterEach(() => void jest.useRealTimers())

  it('is repeated every hour', async () => {
    await open()
    expect(checks).toBe(1)
    for (let hour = 0; hour < 3; hour += 1) {
      announce(BUILDS)
      expect(await measureIntervals(1)).toEqual([3_600])
    }
  })

  it('is repeated soon after a failure, then less and less often', async () => {
    await open()
    expect(await measureIntervals(7)).toEqual([30, 60, 120, 300, 900, 3_600, 3_600])
    announce(BUILDS)
    expect(await measureIntervals(2)).toEqual([3_600, 30])
  })

  it('has failed if a front end did not respond', async () => {
    await open()
    announce({ shell: 'A', feed: 'A' })
    expect(await measureIntervals(1)).toEqual([30])
  })
})

describe('a newer release', () => {
  it('is offered, and applied on Reload', async () => {
    renderPage(<UpdateBar reload={reload} />, { signedIn: false })
    announce({ shell: 'A' })
    expect(screen.queryByText('Update ready')).not.toBeInTheDocument()
    announce({ shell: 'B' })
    expect(screen.getByRole('status')).toHaveTextContent('Update ready')
    expect(reload).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('waits after Later, and is applied when nobody sees the page', async () => {
    renderPage(<UpdateBar reload={reload} />, { signedIn: false })
    announce({ shell: 'B' })
    await userEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect(screen.queryByText('Update ready')).not.toBeInTheDocument()
    setHidden(true)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is not applied while something is unsaved', () => {
    renderPage(
      <>
        <Editor />
        <UpdateBar reload={reload} />
      </>,
      { signedIn: false },
    )
    announce({ shell: 'B' })
    setHidden(true)
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads an unseen page once: a page that stays outdated does not reload for ever', () => {
    const { unmount } = renderPage(<UpdateBar reload={reload} />, { signedIn: false })
    announce({ shell: 'B' })
    setHidden(true)
    unmount()
    renderPage(<UpdateBar reload={reload} />, { signedIn: false })
    announce({ shell: 'B' })
    expect(reload).toHaveBeenCalledTimes(1)
    expect(screen.getByText('Update ready')).toBeInTheDocument()
  })
})
