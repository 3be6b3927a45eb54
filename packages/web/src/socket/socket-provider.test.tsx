import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { useSession } from '../session/session-context.ts'
import { storeSession } from '../session/stored-session.ts'
import { aMember, type FakeApi, fakeApi, renderPage } from '../testing/index.ts'
import { connectSocket } from './connect-socket.ts'
import { createFakeSockets, type FakeSocket } from './fake-socket.ts'
import { pageSocket } from './page-socket.ts'
import {
  type SocketChannelSource,
  useSendTyping,
  useSocketEvent,
  useSocketResync,
  useStalePosts,
  useWatchPost,
} from './socket-channel.ts'
import { SocketProvider } from './socket-provider.tsx'
import { useIsLive } from './use-is-live.ts'

const ann = aMember()
const nextTask = setTimeout // before fake timers replace it

function Probe() {
  const { status, isExpired: expired, changePassword } = useSession()
  const [notes, setNotes] = useState<string[]>([])
  const addNote = (text: string) => setNotes((all) => [...all, text])
  useWatchPost('p')
  useSocketEvent('postDeleted', ({ postId }) => addNote(`deleted ${postId}`))
  useSocketResync(({ awayMs: away }) => addNote(`away ${away}`))
  useStalePosts((ids) => addNote(`stale ${ids.join()}`))
  const sayTyping = useSendTyping()
  const isLive = useIsLive()
  return (
    <>
      <button type="button" onClick={() => sayTyping('kofi')}>
        write
      </button>
      <button type="button" onClick={() => void changePassword({ current: 'old', next: 'new' }).catch(() => {})}>
        change
      </button>
      <p>{`${status}${expired ? ' expired' : ''}`}</p>
      {!isLive && <p>no live updates</p>}
      <ul>
        {notes.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows
          <li key={index}>{text}</li>
        ))}
      </ul>
    </>
  )
}

let network: FakeApi
beforeEach(() => {
  jest.useFakeTimers()
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => ann,
    'POST /auth/refresh': () => ({ token: 'renewed', user: ann }),
  })
})
afterEach(() => {
  jest.useRealTimers()
  hide(false)
})

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
/** Waits for the fake API, which does not use the fake timers. */
const renewed = async ({ tokens }: FakeSocket) => {
  while (tokens.at(-1) !== 'renewed') {
    await pass(1)
    await new Promise((resolve) => nextTask(resolve))
  }
}
const notes = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const hide = (hidden: boolean) => Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
const setTabHidden = (hidden: boolean) => {
  hide(hidden)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

async function renderLive() {
  const { open, sockets } = createFakeSockets()
  const connect = (live: SocketChannelSource) => connectSocket(live, open)
  renderPage(
    <SocketProvider connect={connect}>
      <Probe />
    </SocketProvider>,
  )
  await pass(0)
  return { socket: sockets[0] as FakeSocket, sockets }
}

async function renderConnected() {
  const opened = await renderLive()
  act(() => opened.socket.accept())
  return opened
}

describe('the socket connection', () => {
  it('is opened only for signed-in members', async () => {
    const { open, sockets } = createFakeSockets()
    const connect = (live: SocketChannelSource) => connectSocket(live, open)
    renderPage(<SocketProvider connect={connect}>nothing</SocketProvider>, { signedIn: false })
    await pass(0)
    expect(sockets).toEqual([])
  })

  it('mounts the listener that the shell loads before the first push', async () => {
    const connect = (live: SocketChannelSource, mountListener: () => Promise<void>) => {
      void mountListener().then(() => live.dispatch('postDeleted', { postId: 'p' }))
      return () => undefined
    }
    const loadListener = async () => ({ default: Probe })
    renderPage(
      <SocketProvider connect={connect} loadListener={loadListener}>
        nothing
      </SocketProvider>,
    )
    await pass(0)
    expect(notes()).toContain('deleted p')
  })

  it('sends the token and the watched posts, and receives pushes', async () => {
    const { socket } = await renderConnected()
    expect(socket.tokens).toEqual(['a-token'])
    expect(socket.sentMessages).toEqual([
      { name: 'watch', payload: { postIds: [] } },
      { name: 'watch', payload: { postIds: ['p'] } },
    ])
    act(() => socket.receive('postDeleted', { postId: 'p' }))
    expect(notes()).toContain('deleted p')
  })

  it('acknowledges a push if the server asks for it', async () => {
    const { socket } = await renderConnected()
    const acknowledge = jest.fn()
    act(() => socket.receive('newMessage', {}, acknowledge))
    expect(acknowledge).toHaveBeenCalledTimes(1)
  })

  it('sends that the member is typing', async () => {
    const { socket } = await renderConnected()
    act(() => screen.getByRole('button', { name: 'write' }).click())
    expect(socket.sentMessages.at(-1)).toEqual({ name: 'typing', payload: { recipientId: 'kofi' } })
  })

  it('sends a new token on the open connection', async () => {
    const { socket } = await renderConnected()
    act(() => storeSession('newer', ann._id))
    expect(socket.sentMessages.at(-1)).toMatchObject({ name: 'authenticate', payload: { token: 'newer' } })
  })

  it('reconnects if the new token belongs to another session', async () => {
    const { socket } = await renderConnected()
    act(() => storeSession('of another session', ann._id))
    act(() => socket.sentMessages.at(-1)?.acknowledge?.({ ok: false, code: 'token_invalid' }))
    expect(socket.tokens).toEqual(['a-token', 'of another session'])
    expect(screen.getByText('authenticated')).toBeVisible()
  })

  it('does not end a newer session when the old one ends', async () => {
    const { socket } = await renderConnected()
    act(() => storeSession('of another session', ann._id))
    act(() => socket.receive('sessionEnded', { code: 'token_invalid' }))
    expect(screen.getByText('authenticated')).toBeVisible()
  })

  it('reconnects in a hidden tab only when the tab is visible again', async () => {
    const { socket } = await renderConnected()
    setTabHidden(true)
    act(() => socket.drop('server'))
    await pass(60_000)
    expect(socket.tokens).toHaveLength(1)
    setTabHidden(false)
    expect(socket.tokens).toHaveLength(2)
  })

  it('renews an expired token, and reconnects immediately', async () => {
    const { socket } = await renderLive()
    socket.reject('token_expired')
    await renewed(socket)
    expect(socket.tokens).toEqual(['a-token', 'renewed'])
    expect(network.count('POST /auth/refresh')).toBe(1)
  })

  it('does not renew the token again if the renewed one is rejected', async () => {
    const { socket } = await renderLive()
    socket.reject('token_expired')
    await renewed(socket)
    socket.reject('token_expired')
    await pass(500)
    expect(socket.tokens).toHaveLength(2)
    await pass(5_000)
    expect(socket.tokens).toHaveLength(3)
  })

  it('reconnects within seconds after the server has closed it', async () => {
    const { socket } = await renderConnected()
    act(() => socket.drop('server'))
    await pass(900)
    expect(socket.tokens).toHaveLength(1)
    await pass(5_000)
    expect(socket.tokens).toHaveLength(2)
  })

  it('ends the session immediately on the push `sessionEnded`', async () => {
    const { socket } = await renderConnected()
    act(() => socket.receive('sessionEnded', { code: 'token_invalid' }))
    expect(screen.getByText('anonymous expired')).toBeVisible()
    expect(localStorage.getItem('token')).toBeNull()
    expect(socket.active).toBe(false)
  })

  it('stays signed in if its own password change ends the old session before the response arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    network.respondWith({ 'PUT /auth/password': () => promise.then(() => ({ token: 'renewed', user: ann })) })
    const { socket } = await renderConnected()
    act(() => screen.getByRole('button', { name: 'change' }).click())
    act(() => {
      socket.receive('sessionEnded', { code: 'token_invalid' })
      socket.drop('server')
    })
    expect(screen.getByText('authenticated')).toBeVisible()
    resolve()
    await renewed(socket)
    expect(screen.getByText('authenticated')).toBeVisible()
    expect(localStorage.getItem('token')).toBe('renewed')
  })

  it('ends the session if no token replaces it during a password change of another tab', async () => {
    network.respondWith({ 'PUT /auth/password': () => new Promise(() => {}) })
    const { socket } = await renderConnected()
    act(() => screen.getByRole('button', { name: 'change' }).click())
    act(() => socket.receive('sessionEnded', { code: 'token_invalid' }))
    expect(screen.getByText('authenticated')).toBeVisible()
    await pass(5_000)
    expect(screen.getByText('anonymous expired')).toBeVisible()
  })

  it('keeps the session if only its token has expired', async () => {
    const { socket } = await renderConnected()
    act(() => {
      socket.receive('sessionEnded', { code: 'token_expired' })
      socket.drop('server')
    })
    await renewed(socket)
    expect(screen.getByText('authenticated')).toBeVisible()
  })

  it('closes at sign-out, and opens again for another member', async () => {
    const { socket, sockets } = await renderConnected()
    const ben = aMember({ _id: '01890000-0000-7000-8000-000000000002', username: 'ben' })
    network.respondWith({ 'GET /auth/me': () => ben })
    act(() => storeSession('token-of-ben', ben._id))
    await pass(0)
    expect(socket.active).toBe(false)
    expect(socket.sentMessages.some(({ name }) => name === 'authenticate')).toBe(false)
    expect(sockets[1]?.tokens).toEqual(['token-of-ben'])
  })
})

describe('the lack of a connection', () => {
  const isNoticed = () => screen.queryByText('no live updates') !== null

  it('is noticed after 10 s, until the socket connects', async () => {
    const { socket } = await renderLive()
    await pass(9_900)
    expect(isNoticed()).toBe(false)
    await pass(200)
    expect(isNoticed()).toBe(true)
    act(() => socket.accept())
    expect(isNoticed()).toBe(false)
    act(() => socket.drop('server'))
    await pass(10_100)
    expect(isNoticed()).toBe(true)
  })

  it('is not noticed for the time that the tab was hidden, nor after the session', async () => {
    const { socket } = await renderConnected()
    setTabHidden(true)
    act(() => socket.drop('server'))
    await pass(60_000)
    setTabHidden(false)
    await pass(1)
    expect(isNoticed()).toBe(false)
    act(() => socket.receive('sessionEnded', { code: 'token_invalid' }))
    await pass(20_000)
    expect(isNoticed()).toBe(false)
  })
})

describe('a resync', () => {
  it('follows every connection, with the time without pushes', async () => {
    const { socket } = await renderConnected()
    expect(notes()).toEqual(['stale p', 'away 0'])
    act(() => socket.drop())
    await pass(3_000)
    act(() => socket.accept())
    expect(notes().slice(2)).toEqual(['stale p', 'away 3000'])
  })

  it('follows when the tab becomes visible, and not while it is hidden', async () => {
    const { socket } = await renderConnected()
    setTabHidden(true)
    act(() => socket.drop())
    await pass(60_000)
    act(() => socket.accept())
    expect(notes()).toHaveLength(2)
    setTabHidden(false)
    expect(notes().slice(2)).toEqual(['stale p', 'away 60000'])
  })
})

describe('a text that is sent by the socket', () => {
  const text = { recipientId: 'kofi', content: 'Hello', messageType: 'text' as const, clientMessageId: 'key' }

  it('is acknowledged by the server', async () => {
    const { socket } = await renderConnected()
    expect(pageSocket.read()?.memberId).toBe(ann._id)
    const sent = pageSocket.read()?.sendMessage(text)
    socket.sentMessages.at(-1)?.acknowledge?.({ ok: true })
    expect(await sent).toEqual({ ok: true })
    expect(socket.sentMessages.filter(({ name }) => name === 'sendMessage')).toMatchObject([{ payload: text }])
  })

  it('fails without an acknowledgement within 10 s', async () => {
    await renderConnected()
    const sent = expect(pageSocket.read()?.sendMessage(text)).rejects.toThrow('no acknowledgement')
    await pass(10_000)
    await sent
  })

  it('fails when the connection is lost, and the next ones do not use it', async () => {
    const { socket } = await renderConnected()
    const sent = expect(pageSocket.read()?.sendMessage(text)).rejects.toThrow('no acknowledgement')
    act(() => socket.drop())
    await sent
    expect(pageSocket.read()).toBeUndefined()
    act(() => socket.accept())
    expect(pageSocket.read()).toBeDefined()
  })
})
