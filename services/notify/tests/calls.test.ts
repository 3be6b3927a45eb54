import { describe, expect, it } from '@jest/globals'
import { bob, carol, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import { countStatements } from '@meadow/testing/service'
import { openNotify } from './fixtures.ts'

const started = shareAcrossTests(openNotify)

/** Creates a member with this number of follow notifications. */
async function setUp(follows = 0) {
  const notify = await started()
  const { addMember, deliverEvents, testEvents, as } = notify
  const author = await addMember()
  for (let n = 0; n < follows; n += 1) await deliverEvents(testEvents.followed(await addMember(), author))
  return { ...notify, author, me: as(author) }
}

describe('GET /posts/notifications', () => {
  it('pages by cursor and by page number, five at a time, without repeats', async () => {
    const { me } = await setUp(12)
    const all = (await me.notifications()).map(({ _id }) => _id)
    const ids = ({ notifications }: { notifications: { _id: string }[] }) => notifications.map(({ _id }) => _id)
    const first = await me.list()
    const second = await me.list(`?cursor=${first.nextCursor}`)
    const third = await me.list(`?cursor=${second.nextCursor}`)
    expect([first, second, third].flatMap(ids)).toEqual(all)
    expect(third).toMatchObject({ pagination: { hasMore: false }, nextCursor: null })
    expect(ids(await me.list('?page=3'))).toEqual(ids(third))
    expect(ids(await me.list('?page=2&limit=4'))).toEqual(all.slice(4, 8))
  })

  it('pages by a keyset cursor, so that new notifications shift nothing', async () => {
    const { me, deliverEvents, testEvents, author } = await setUp(6)
    const { nextCursor } = await me.list()
    const [oldest] = (await me.list(`?cursor=${nextCursor}`)).notifications
    await deliverEvents(testEvents.followed(bob, author))
    expect((await me.list(`?cursor=${nextCursor}`)).notifications).toEqual([oldest])
  })

  it('filters by type, with the counts of all types', async () => {
    const { me, deliverEvents, addPost, author } = await setUp(2)
    const post = await addPost(author)
    await deliverEvents(post.liked(bob), post.commented(bob))
    const counts = { all: 4, like: 1, comment: 1, follow: 2, mention: 0, share: 0 }
    expect(await me.list('?type=follow')).toMatchObject({ notifications: [{}, {}], counts, unread: counts })
    expect(await me.list('?type=mention')).toMatchObject({ notifications: [], counts })
  })

  it.each([
    ['?page=202', 'page_too_deep'],
    ['?page=22&limit=50', 'page_too_deep'],
    ['?cursor=x', 'invalid_cursor'],
    [`?cursor=${Buffer.from('1:x').toString('base64url')}`, 'invalid_cursor'],
    [`?cursor=${'x'.repeat(201)}`, 'invalid_request'],
    ['?cursor=%00', 'invalid_cursor'],
    ['?limit=0', 'invalid_request'],
    ['?limit=51', 'invalid_request'],
    ['?limit=1e1', 'invalid_request'],
    ['?limit=5&limit=6', 'invalid_request'],
    ['?page=0', 'invalid_request'],
    ['?page=-1', 'invalid_request'],
    ['?type=message', 'invalid_request'],
    ['?type=', 'invalid_request'],
    ['?type=like&type=follow', 'invalid_request'],
    ["?type='%20or%201=1", 'invalid_request'],
  ])('refuses %s as %s', async (query, code) => {
    const { me } = await setUp()
    expect(await me.get(`/posts/notifications${query}`)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('PUT /posts/notifications/:id/read', () => {
  it('marks one notification, once, and publishes an event for the other devices', async () => {
    const { me, author, publishedEvents } = await setUp(3)
    const [newest] = await me.notifications()
    const read = () => me.read({ _id: newest?._id ?? '' })
    expect(await read()).toMatchObject({ status: 200, body: { count: 2 } })
    expect(await read()).toMatchObject({ status: 200, body: { count: 2 } })
    expect(await me.list()).toMatchObject({
      notifications: [{ isRead: true }, { isRead: false }, { isRead: false }],
      counts: { all: 3 },
      unread: { all: 2, follow: 2 },
    })
    const events = (await publishedEvents(author)).filter(({ type }) => type === 'notification.read')
    expect(events).toMatchObject([{ data: { read: { ids: [newest?._id] }, unread: 2 } }])
  })

  it('returns the same error for a notification of another member and an unknown one', async () => {
    const { me, as } = await setUp(1)
    const [notification] = await me.notifications()
    const unknown = await as(carol).read({ _id: UNKNOWN_ID })
    const response = await as(carol).read({ _id: notification?._id ?? '' })
    const body = ({ body: { requestId: _, ...rest } }: typeof response) => rest
    expect([response.status, unknown.status]).toEqual([404, 404])
    expect(body(response)).toEqual(body(unknown))
    expect(body(response)).toEqual({ error: 'Notification not found', code: 'notification_not_found' })
    expect(await me.unread()).toBe(1)
  })

  it.each(['x', '1', UNKNOWN_ID.toUpperCase(), `${UNKNOWN_ID}%00`, "'%20or%201=1"])('refuses %s', async (id) => {
    const { me } = await setUp()
    expect(await me.read({ _id: id })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})

describe('PUT /posts/notifications/read-all', () => {
  it('marks all notifications, once', async () => {
    const { me, author, publishedEvents } = await setUp(3)
    expect(await me.readAll()).toMatchObject({ status: 200, body: { count: 0 } })
    expect(await me.readAll({})).toMatchObject({ status: 200, body: { count: 0 } })
    expect(await me.list()).toMatchObject({ unread: { all: 0, follow: 0 }, counts: { all: 3 } })
    const events = (await publishedEvents(author)).filter(({ type }) => type === 'notification.read')
    const types = ['like', 'comment', 'follow', 'mention', 'share', 'other']
    expect(events).toMatchObject([{ data: { read: { types, before: expect.any(String) }, unread: 0 } }])
  })

  it('keeps newer notifications and other types unread', async () => {
    const { me, author, deliverEvents, addPost, publishedEvents } = await setUp(2)
    const post = await addPost(author)
    await deliverEvents(post.liked(bob))
    const [like, follow, older] = await me.notifications()
    expect(await me.readAll({ types: ['follow', 'mention'], before: older?.updatedAt })).toMatchObject({
      body: { count: 2 },
    })
    expect(await me.notifications()).toMatchObject([{ isRead: false }, { isRead: false }, { isRead: true }])
    expect(await me.readAll({ types: ['follow'], before: like?.updatedAt })).toMatchObject({ body: { count: 1 } })
    await deliverEvents(post.liked(carol))
    expect(await me.readAll({ before: follow?.updatedAt })).toMatchObject({ body: { count: 1 } })
    expect((await publishedEvents(author)).at(-2)).toMatchObject({
      type: 'notification.read',
      data: { read: { types: ['follow'], before: like?.updatedAt }, unread: 1 },
    })
  })

  it('marks any number of notifications', async () => {
    const { me, author, pool } = await setUp(1)
    await pool.query(
      `insert into notifications (id, member_id, type, is_read, created_at, updated_at, actor_count)
       select gen_random_uuid(), $1, 'follow', false, now() - interval '1 year', now() - interval '1 year', 1
       from generate_series(1, 11000)`,
      [author._id],
    )
    await pool.query(`update counters set unread = 11001 where member_id = $1 and type in ('all', 'follow')`, [
      author._id,
    ])
    expect(await countStatements(() => me.unread())).toEqual({ statements: 1, result: 11_001 })
    expect(await me.readAll()).toMatchObject({ status: 200, body: { count: 0 } })
  })

  it.each([
    { types: [] },
    { types: ['message'] },
    { types: 'like' },
    { types: { $ne: null } },
    { before: 'yesterday' },
    { before: 5 },
    { before: '2026-03-01T12:00:00+02:00' },
    { before: '+275760-09-13T00:00:00.001Z' },
    { before: '2026-02-30T12:00:00Z' },
    { before: { $gt: '' } },
    [],
  ])('refuses %j', async (body) => {
    const { me } = await setUp(1)
    expect(await me.readAll(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await me.unread()).toBe(1)
  })

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'])('accepts %s as a time', async (before) => {
    const { me } = await setUp(1)
    expect((await me.readAll({ before })).status).toBe(200)
  })
})

describe('PUT /posts/notifications/seen', () => {
  it('takes notifications out of the badge, which stay unread', async () => {
    const { me } = await setUp(3)
    const [newest, older] = await me.notifications()
    expect(await me.see(older?.updatedAt)).toMatchObject({ status: 200, body: { count: 3, unseen: 1 } })
    expect(await me.see(newest?.updatedAt)).toMatchObject({ status: 200, body: { count: 3, unseen: 0 } })
    expect(await me.see(older?.updatedAt)).toMatchObject({ status: 200, body: { count: 3, unseen: 0 } })
    expect(await me.list()).toMatchObject({
      notifications: [{ isRead: false }, { isRead: false }, { isRead: false }],
      unread: { all: 3 },
      unseen: 0,
    })
  })

  it('does not cover what comes later, whatever time was sent', async () => {
    const { me, author, deliverEvents, testEvents } = await setUp(1)
    await me.see('9999-12-31T00:00:00Z').expect(200)
    await deliverEvents(testEvents.followed(bob, author))
    expect(await me.unseen()).toBe(1)
    expect(await me.readAll()).toMatchObject({ body: { count: 0, unseen: 0 } })
  })

  it('counts at most 100 unseen notifications', async () => {
    const { me, author, pool } = await setUp(1)
    await pool.query(
      `insert into notifications (id, member_id, type, is_read, created_at, updated_at, actor_count)
       select gen_random_uuid(), $1, 'follow', false, now(), now(), 1 from generate_series(1, 200)`,
      [author._id],
    )
    expect(await me.unseen()).toBe(100)
  })

  it.each([undefined, '', 'yesterday', '2026-03-01T12:00:00+02:00'])('refuses the time %j', async (before) => {
    const { me } = await setUp(1)
    expect(await me.see(before)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await me.unseen()).toBe(1)
  })
})

describe('preferences', () => {
  const defaults = { inApp: true, push: true, from: 'everyone' }
  const noTimes = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }

  it('allow everything from everyone by default', async () => {
    const { me } = await setUp()
    const { body } = await me.get('/posts/notifications/preferences')
    expect(body).toEqual({
      preferences: {
        like: defaults,
        comment: defaults,
        follow: defaults,
        mention: defaults,
        share: defaults,
        message: { push: true },
      },
      hidePushText: false,
      quietHours: { zone: 'UTC', days: noTimes },
    })
  })

  it('change the given fields only', async () => {
    const { me } = await setUp()
    await me.changePreferences({ like: { from: 'following' }, comment: { inApp: false } })
    const { body } = await me.changePreferences({ like: { inApp: false }, follow: {} })
    expect(body.preferences).toMatchObject({
      like: { inApp: false, from: 'following' },
      comment: { inApp: false, from: 'everyone' },
      follow: defaults,
    })
    expect((await me.get('/posts/notifications/preferences')).body).toEqual(body)
  })

  it('take any part of the settings, and return all', async () => {
    const { me } = await setUp()
    const put = async (change: object) => (await me.put('/posts/notifications/preferences').send(change)).body
    const night = [{ from: '22:00', to: '07:00' }]
    await put({ quietHours: { zone: 'Europe/Berlin', days: { monday: night } } })
    await put({ preferences: { message: { push: false } }, hidePushText: true })
    await put({ quietHours: { days: { sunday: night } } })
    const settings = await put({})
    expect(settings).toMatchObject({
      preferences: { message: { push: false }, like: defaults },
      hidePushText: true,
      quietHours: { zone: 'Europe/Berlin', days: { ...noTimes, monday: night, sunday: night } },
    })
    expect(await put(settings)).toEqual(settings)
    expect(await put({ quietHours: { days: { monday: [] } } })).toMatchObject({ quietHours: { days: { monday: [] } } })
  })

  it('decide which triggers notify', async () => {
    const { me, deliverEvents, addPost, testEvents, author } = await setUp()
    await me.changePreferences({ like: { from: 'following' }, comment: { inApp: false } })
    const post = await addPost(author)
    await deliverEvents(testEvents.followed(author, bob), post.commented(bob), post.liked(carol), post.liked(bob))
    expect(await me.notifications()).toMatchObject([{ type: 'like', actorCount: 1, from: { _id: bob._id } }])
    await deliverEvents(testEvents.unfollowed(author, bob), (await addPost(author)).liked(bob))
    expect(await me.unread()).toBe(1)
  })

  it.each([
    { preferences: null },
    { preferences: { message: { push: 1 } } },
    { hidePushText: 'yes' },
    { quietHours: { zone: 'Mars/Olympus' } },
    { quietHours: { zone: '+02:00' } },
    { quietHours: { zone: '' } },
    { quietHours: { days: { monday: [{ from: '24:00', to: '07:00' }] } } },
    { quietHours: { days: { monday: [{ from: '22:00' }] } } },
    { quietHours: { days: { monday: Array(5).fill({ from: '22:00', to: '23:00' }) } } },
    { quietHours: null },
    { preferences: { like: { from: 'nobody' } } },
    { preferences: { like: { inApp: 'yes' } } },
    { preferences: { like: null } },
    { preferences: [] },
  ])('refuse %j', async (body) => {
    const { me } = await setUp()
    const response = await me.put('/posts/notifications/preferences').send(body)
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  it('have no other types', async () => {
    const { me, pool, author } = await setUp()
    const preferences = JSON.parse('{"__proto__":{"inApp":false},"bookmark":{"inApp":false}}')
    await me.put('/posts/notifications/preferences').send({ preferences })
    const { rowCount } = await pool.query('select 1 from preferences where member_id = $1', [author._id])
    expect(rowCount).toBe(0)
  })
})
