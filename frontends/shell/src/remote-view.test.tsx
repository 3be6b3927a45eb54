import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { findRemoteByPath, type LoadRemote } from './features/remotes/remotes.ts'
import { RemoteView } from './remote-page.tsx'

const Feed = () => <p>The feed</p>

describe('a remote', () => {
  beforeEach(() => {
    fakeApi()
    jest.spyOn(console, 'error').mockImplementation(() => undefined) // React logs errors that a boundary catches
  })
  afterEach(() => {
    jest.restoreAllMocks()
  })

  it('renders when it has loaded', async () => {
    renderPage(<RemoteView name="feed" load={async () => ({ default: Feed })} />, { signedIn: false })
    expect(screen.getByRole('main', { name: 'Loading...' })).toBeInTheDocument()
    expect(await screen.findByText('The feed')).toBeVisible()
  })

  it('is replaced by an error panel if it fails to load, and loads on retry', async () => {
    const load = jest.fn<LoadRemote>(async (_, attempt) => {
      if (attempt < 2) throw new Error('away')
      return { default: Feed }
    })
    renderPage(<RemoteView name="feed" load={load} />, { signedIn: false })
    expect(await screen.findByText("Your feed isn't available right now")).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText("Your feed isn't available right now")
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('The feed')).toBeVisible()
    expect(load.mock.calls.map(([, attempt]) => attempt)).toEqual([0, 1, 2])
  })

  it('loads again automatically when the browser is online', async () => {
    const load: LoadRemote = async (_, attempt) => {
      if (attempt === 0) throw new Error('offline')
      return { default: Feed }
    }
    renderPage(<RemoteView name="feed" load={load} />, { signedIn: false })
    await screen.findByText("Your feed isn't available right now")
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText('The feed')).toBeVisible()
  })
})

describe('an address', () => {
  it.each(['/home', '/post/42'])('%s belongs to the feed', (path) => expect(findRemoteByPath(path)).toBe('feed'))
  it.each(['/inbox', '/chat/kofi'])('%s belongs to the chat', (path) => expect(findRemoteByPath(path)).toBe('chat'))
  it.each(['/post', '/nowhere', '/home/sweet', '/chat'])('%s belongs to no remote', (path) =>
    expect(findRemoteByPath(path)).toBeUndefined(),
  )
})
