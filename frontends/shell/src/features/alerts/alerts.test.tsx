import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { NotificationView } from '@meadow/contracts/browser'
import { fakeIntersectionObserver, scrollToListEnd } from '@meadow/features/testing'
import { aMember, aProfile, createFakeSocketChannel, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from '../../app-routes.tsx'
import { anAlert, kofi, toAlertListResponse } from './testing/alert-fixtures.ts'

const READ_ONE = 'PUT /posts/notifications/:id/read'
const SEE = 'PUT /posts/notifications/seen'

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  fakeIntersectionObserver()
})

/** Renders the page for a member with these notifications. `receive` adds one on the server and pushes it. */
async function open(...initial: NotificationView[]) {
  let alerts = initial
  let seenAt = ''
  const live = createFakeSocketChannel()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /auth/suggestions': () => ({ suggestions: [] }),
    'GET /auth/profile/:idOrUsername': () => ({ user: aProfile(), isFollowing: false }),
    'GET /posts/notifications/unread-count': () => ({ count: unread(), unseen: unseen() }),
    'GET /posts/notifications': ({ query }) => {
      const type = query.get('type')
      const matching = alerts.filter((alert) => !type || alert.type === type)
      const page = toAlertListResponse(matching, {
        after: Number(query.get('cursor') ?? 0),
        limit: Number(query.get('limit')),
      })
      const { counts, unread } = toAlertListResponse(alerts)
      return { ...page, counts, unread, unseen: unseen() }
    },
    'PUT /posts/notifications/:id/read': ({ path }) => {
      alerts = alerts.map((alert) => (path.includes(alert._id) ? { ...alert, isRead: true } : alert))
      return { count: unread(), unseen: unseen() }
    },
    'PUT /posts/notifications/read-all': () => {
      alerts = alerts.map((alert) => ({ ...alert, isRead: true }))
      return { count: 0, unseen: 0 }
    },
    [SEE]: ({ body }) => {
      seenAt = (body as { before: string }).before
      return { count: unread(), unseen: unseen() }
    },
    'POST /users/:id/follow': () => ({ isFollowing: true, followerCount: 1 }),
  })
  const unread = () => alerts.filter(({ isRead }) => !isRead).length
  const unseen = () => alerts.filter(({ isRead, updatedAt }) => !isRead && updatedAt > seenAt).length
  renderPage(<AppRoutes />, { path: '/alert', socketChannel: live, startsOutbox: false })
  await screen.findByRole('heading', { name: 'Notifications' })
  return {
    live,
    receive: async (alert: NotificationView) => {
      alerts = [alert, ...alerts.filter(({ _id }) => _id !== alert._id)]
      await live.receive('notification', alert)
      await live.receive('unread', { notifications: unread(), unseen: unseen() })
    },
  }
}

const items = () => within(screen.getByRole('main')).getAllByRole('listitem')
const link = (item: HTMLElement | undefined) => within(item as HTMLElement).getByRole('link')
const shown = async (text: string | RegExp) => screen.findByText(text)

describe('the alerts', () => {
  it('show sender, text and post preview', async () => {
    await open(anAlert(2), anAlert(1, { type: 'follow', isRead: true }))
    await shown('liked your post')
    const [like, follow] = items()
    expect(link(like)).toHaveAttribute('href', `/post/${anAlert(2).post?._id}`)
    expect(link(like)).toHaveTextContent(/^Kofi liked your post$/)
    expect(within(like as HTMLElement).getByText('First swallows')).toBeVisible()
    expect(within(like as HTMLElement).getByRole('button', { name: 'Mark as read' })).toBeVisible()
    expect(link(follow)).toHaveAttribute('href', '/profile/kofi')
    expect(within(follow as HTMLElement).queryByRole('button', { name: 'Mark as read' })).not.toBeInTheDocument()
    expect(await shown('1 unread')).toBeVisible()
    expect(screen.getByText("You're all caught up!")).toBeVisible()
  })

  it('show an empty state', async () => {
    await open()
    expect(await shown('No notifications yet')).toBeVisible()
    expect(screen.getByText("When you get notifications, they'll show up here.")).toBeVisible()
    expect(screen.getByText('All caught up!')).toBeVisible()
  })

  it('load page by page', async () => {
    await open(...Array.from({ length: 7 }, (_, at) => anAlert(7 - at)))
    await waitFor(() => expect(items()).toHaveLength(5))
    scrollToListEnd()
    await waitFor(() => expect(items()).toHaveLength(7))
  })

  it('tell what moderators decided with the rule, without an actor, and lead to the reports', async () => {
    const notice = { type: 'other', kind: 'report_resolved', rule: 'No advertising', post: null } as const
    await open(
      anAlert(2, { ...notice, text: 'Said otherwise' }),
      anAlert(1, { ...notice, kind: 'newer' as never, rule: '' }),
    )
    const link = await screen.findByRole('link', {
      name: 'Thank you for your report. We agreed and acted on it. Rule: No advertising',
    })
    expect(link).toHaveAttribute('href', '/settings/reports')
    expect(screen.getByRole('link', { name: 'Moderators have decided something about you.' })).toBeVisible()
    expect(screen.queryByText(/Kofi/)).not.toBeInTheDocument()
  })

  it('tell who edited a post, and lead to it', async () => {
    const edit = { type: 'other', kind: 'post_edited', text: 'edited a post that you commented on' } as const
    const alert = anAlert(1, edit)
    await open(alert)
    const link = await screen.findByRole('link', { name: 'Kofi edited a post that you commented on' })
    expect(link).toHaveAttribute('href', `/post/${alert.post?._id}`)
  })

  it('show an error, and load again on retry', async () => {
    await open(anAlert(1))
    await shown('liked your post')
    network.respondWith({ 'GET /posts/notifications': () => ({ refuse: { status: 404, error: 'Nobody answers' } }) })
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Likes 1' }))
    expect(await shown('Failed to load notifications')).toBeVisible()
    expect(screen.queryByText('All caught up!')).not.toBeInTheDocument()
    network.respondWith({ 'GET /posts/notifications': () => toAlertListResponse([anAlert(1)]) })
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await shown('liked your post')).toBeVisible()
  })

  it('are filtered by chips with counts', async () => {
    await open(anAlert(3), anAlert(2, { type: 'follow' }), anAlert(1, { isRead: true }))
    await shown('started following you')
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    expect(screen.getByRole('radio', { name: 'All 3' })).toBeChecked()
    await userEvent.click(screen.getByRole('radio', { name: 'Follows 1' }))
    await waitFor(() => expect(items()).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Mark all read' })).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: 'Mentions 0' }))
    expect(await shown('No notifications yet')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Mark all read' })).not.toBeInTheDocument()
  })
})

describe('reading', () => {
  it('marks one immediately, and shows the count of the server', async () => {
    await open(anAlert(2), anAlert(1))
    const [first] = await screen.findAllByRole('button', { name: 'Mark as read' })
    await userEvent.click(first as HTMLElement)
    expect(await shown('1 unread')).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1)
    expect(document.title).toMatch(/^\(1\)/)
  })

  it('marks the one that is opened', async () => {
    await open(anAlert(2), anAlert(1))
    await shown('2 unread')
    await userEvent.click(link(items()[1]))
    await waitFor(() => expect(document.title).toMatch(/^\(1\)/))
    expect(network.calls.find(({ key }) => key === READ_ONE)?.path).toContain(anAlert(1)._id)
  })

  it('marks none by being on the screen, which only clears the badge', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    await open(anAlert(2), anAlert(1))
    await shown('2 unread')
    scrollToListEnd()
    await act(() => jest.advanceTimersByTimeAsync(10_000))
    jest.useRealTimers()
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(2)
    expect(network.calls.filter(({ key }) => key === READ_ONE)).toEqual([])
  })

  it('lasts although the list was fetched before the service answered', async () => {
    const { live } = await open(anAlert(2), anAlert(1))
    await shown('2 unread')
    const isAnswered = Promise.withResolvers<void>()
    network.respondWith({ [READ_ONE]: () => isAnswered.promise.then(() => ({ count: 1 })) })
    await userEvent.click(screen.getAllByRole('button', { name: 'Mark as read' })[0] as HTMLElement)
    const countLists = () => network.calls.filter(({ key }) => key === 'GET /posts/notifications').length
    const before = countLists()
    await live.resync(60_000)
    await waitFor(() => expect(countLists()).toBeGreaterThan(before))
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1) // the outbox shows the mark again
    const beforeResponse = countLists()
    isAnswered.resolve()
    await waitFor(() => expect(countLists()).toBeGreaterThan(beforeResponse)) // the counts
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(1)
  })

  it('marks all of the filter up to the newest visible one', async () => {
    await open(anAlert(2), anAlert(1))
    await shown('2 unread')
    await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }))
    expect(await shown('All caught up!')).toBeVisible()
    const call = network.calls.find(({ path }) => path.endsWith('read-all'))
    expect(call?.body).toEqual({ before: anAlert(2).updatedAt }) // the service knows all types
  })

  it('is rolled back if it fails', async () => {
    await open(anAlert(1))
    network.respondWith({ 'PUT /posts/notifications/:id/read': () => ({ refuse: { status: 404 } }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read' }))
    expect(await shown("Couldn't mark this as read. Please try again.")).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Mark as read' })).toBeVisible()
  })
})

describe('the badge', () => {
  const titleOf = (count: number) => (count ? new RegExp(`^\\(${count}\\)`) : /^Notifications/)
  const findTitle = (count: number) => waitFor(() => expect(document.title).toMatch(titleOf(count)))
  const seenCalls = () => network.calls.filter(({ key }) => key === SEE).map(({ body }) => body)

  it('is cleared when the newest row was on the screen, and the rows stay unread', async () => {
    await open(anAlert(2), anAlert(1))
    await findTitle(2)
    expect(seenCalls()).toEqual([])
    scrollToListEnd()
    await findTitle(0)
    await waitFor(() => expect(seenCalls()).toEqual([{ before: anAlert(2).updatedAt }]))
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(2)
    expect(await shown('2 unread')).toBeVisible()
  })

  it('waits until the window is visible', async () => {
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await open(anAlert(1))
    await findTitle(1)
    scrollToListEnd()
    await findTitle(1)
    expect(seenCalls()).toEqual([])
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await findTitle(0)
    visibility.mockRestore()
  })

  it('counts what comes later, until that was on the screen too', async () => {
    const { receive } = await open(anAlert(1))
    await findTitle(1)
    scrollToListEnd()
    await findTitle(0)
    await receive(anAlert(2))
    await findTitle(1)
    scrollToListEnd()
    await findTitle(0)
    await waitFor(() => expect(seenCalls().at(-1)).toEqual({ before: anAlert(2).updatedAt }))
  })

  it('follows what was seen on another device', async () => {
    const { live } = await open(anAlert(2), anAlert(1))
    await findTitle(2)
    await live.receive('unread', { notifications: 2, unseen: 0 })
    await findTitle(0)
    expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(2)
  })

  it('counts what is unread while the service does not know what was seen, and asks it once', async () => {
    const { live } = await open(anAlert(2), anAlert(1))
    const older = { ...toAlertListResponse([anAlert(2), anAlert(1)]) }
    network.respondWith({
      [SEE]: () => ({ refuse: { status: 404 } }),
      'GET /posts/notifications/unread-count': () => ({ count: 2 }),
      'GET /posts/notifications': () => older,
    })
    await live.resync(60_000)
    await findTitle(2)
    scrollToListEnd()
    await waitFor(() => expect(seenCalls()).toHaveLength(1))
    await findTitle(2)
    scrollToListEnd()
    await live.receive('unread', { notifications: 2 })
    await findTitle(2)
    expect(seenCalls()).toHaveLength(1)
  })
})

it('follows back from the alert', async () => {
  await open(anAlert(1, { type: 'follow' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Follow back Kofi Mensah' }))
  expect(await screen.findByRole('button', { name: 'Following Kofi Mensah' })).toBeVisible()
  await waitFor(() =>
    expect(network.calls.find(({ key }) => key === 'POST /users/:id/follow')?.path).toBe(`/users/${kofi._id}/follow`),
  )
})

describe('a notification while the page is open', () => {
  it('appears first, is announced, and increases the count', async () => {
    const { receive } = await open(anAlert(1))
    await shown('1 unread')
    await receive(anAlert(2, { type: 'follow' }))
    expect(await shown('2 unread')).toBeVisible()
    expect(items()[0]).toHaveTextContent('started following you')
    expect(screen.getByText('Kofi Mensah started following you')).toHaveAttribute('role', 'status')
  })

  it('appears although it is of a type that only newer services know, and can be read', async () => {
    const { receive } = await open(anAlert(1))
    await shown('1 unread')
    const type = 'poll' as NotificationView['type']
    await receive({ ...anAlert(2, { type, text: 'voted in your poll' }), addedField: 1 } as NotificationView)
    await waitFor(() => expect(items()[0]).toHaveTextContent('Kofi voted in your poll'))
    await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }))
    expect(await shown('All caught up!')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Mark as read' })).not.toBeInTheDocument()
  })

  it('moves to the front if another member did the same', async () => {
    const { receive } = await open(anAlert(2, { type: 'follow' }), anAlert(1))
    await shown('2 unread')
    await receive({
      ...anAlert(1),
      updatedAt: anAlert(3).updatedAt,
      actorCount: 2,
      text: 'and 1 other liked your post',
    })
    await waitFor(() => expect(items()[0]).toHaveTextContent('and 1 other liked your post'))
    expect(items()).toHaveLength(2)
  })

  it('becomes read if it was read on another device', async () => {
    const { live } = await open(anAlert(1))
    await screen.findByRole('button', { name: 'Mark as read' })
    await live.receive('notificationRead', { ids: [anAlert(1)._id] })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as read' })).not.toBeInTheDocument())
  })

  it('is fetched after a reconnect', async () => {
    const { live } = await open(anAlert(1))
    await shown('1 unread')
    network.respondWith({
      'GET /posts/notifications': () => toAlertListResponse([anAlert(2, { type: 'follow' }), anAlert(1)]),
    })
    await live.resync(60_000)
    expect(await shown('started following you')).toBeVisible()
  })
})
