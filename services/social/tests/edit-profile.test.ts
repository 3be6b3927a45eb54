import { describe, expect, it } from '@jest/globals'
import { type PicturePurpose, toMarkedRandom } from '@meadow/contracts'
import { MAX_PROFILE_FIELD_LENGTH, MAX_PROFILE_FOLLOWING_IDS } from '@meadow/contracts/limits'
import { INTERESTS, MAX_INTERESTS } from '@meadow/contracts/profile-fields'
import { withPostgresTransaction } from '@meadow/storage'
import { alice, bob, createTestMember, eventually, shareAcrossTests, type TestMember } from '@meadow/testing'
import type { ProfileEdit } from '../src/profiles/edit-profile.ts'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)
const pictureOf = ({ _id }: TestMember, purpose: PicturePurpose = 'avatar') =>
  `/media/p/${_id}/${toMarkedRandom('0123456789abcdef'.repeat(2), purpose)}`

const everything = {
  fullName: 'Inês Duarte',
  bio: 'Grows lettuce.\nLoses it to slugs.',
  website: 'https://ines.example.org/garden',
  location: 'Porto',
  birthday: '1990-04-23',
  gender: 'female',
  relationshipStatus: 'complicated',
  workplace: 'The Mill',
  education: 'Coimbra',
  hometown: 'Braga',
  currentCity: 'Porto',
  phone: '+351 (22) 123-45.67/8',
  interests: ['gardening', 'small_software'],
} satisfies ProfileEdit

describe('PUT /auth/profile', () => {
  it('changes all details of a member and publishes an event', async () => {
    const { as, relations, publishedEvents } = await started()
    const ines = await relations.addMember()
    const edit = { ...everything, avatar: pictureOf(ines), cover: pictureOf(ines, 'cover') }
    const response = await as(ines).edit(edit)
    expect(response).toMatchObject({ status: 200, body: { user: { ...edit, _id: ines._id, followsYou: false } } })
    expect(await as(ines).profile(ines)).toEqual(response.body.user)
    expect(await as(bob).profile(ines)).toMatchObject({ ...edit, birthday: null, phone: '' })
    expect(await publishedEvents(ines)).toMatchObject([
      {
        type: 'member.updated',
        traceparent: expect.stringContaining(response.headers['x-request-id'] ?? 'none'),
        data: {
          username: ines.username,
          fullName: 'Inês Duarte',
          avatar: edit.avatar,
          cover: edit.cover,
          profileVersion: 1,
          before: { avatar: '', cover: '' },
        },
      },
    ])
  })

  it('keeps missing fields, clears empty fields, and publishes nothing without a change', async () => {
    const { as, relations, publishedEvents } = await started()
    const ines = await relations.addMember()
    await as(ines).edit({ ...everything, avatar: pictureOf(ines) })
    const { body } = await as(ines).edit({ bio: '', birthday: '', avatar: '' })
    expect(body.user).toMatchObject({ ...everything, bio: '', birthday: null, avatar: '' })
    for (const same of [
      {},
      { bio: '  ', birthday: null },
      { interests: everything.interests },
      { website: 'ines.example.org/garden' },
    ]) {
      expect((await as(ines).edit(same)).body).toEqual(body)
    }
    expect(await publishedEvents(ines)).toMatchObject([
      { data: { profileVersion: 1 } },
      { data: { profileVersion: 2, avatar: '', before: { avatar: pictureOf(ines) } } },
    ])
  })

  it('takes its locks in the order of a registration that arrives at the same time', async () => {
    const { as, relations, pool } = await started()
    const ines = await relations.addMember()
    await as(ines).edit({ bio: 'Before' })
    let edited: Promise<unknown> | undefined
    await withPostgresTransaction(pool, async (registration) => {
      await registration.query("set local lock_timeout = '900ms'") // shorter than PostgreSQL's search for deadlocks
      await registration.query('select from members where id = $1 for update', [ines._id])
      edited = as(ines)
        .edit({ fullName: 'Inês', bio: 'After' })
        .then((response) => response)
      const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%members%'"
      await eventually(async () => expect((await pool.query(waiting)).rowCount).toBe(1))
      await registration.query('select from profiles where member_id = $1 for update', [ines._id])
    })
    expect(await edited).toMatchObject({ status: 200, body: { user: { bio: 'After' } } })
  })

  it('accepts a caller whose registration has not arrived yet, and keeps their change when it arrives', async () => {
    const { as, testEvents, deliverEvents } = await started()
    const fresh = createTestMember()
    await as(fresh).edit({ fullName: 'Fresh' }).expect(200)
    await deliverEvents(testEvents.registered(fresh))
    expect(await as(bob).profile(fresh)).toMatchObject({ fullName: 'Fresh', username: fresh.username })
  })

  it('increases the version with every concurrent change', async () => {
    const { as, relations, publishedEvents } = await started()
    const ines = await relations.addMember()
    const names = Array.from({ length: 20 }, (_, n) => `Inês ${n}`)
    await Promise.all(names.map((fullName) => as(ines).edit({ fullName }).expect(200)))
    const published = (await publishedEvents(ines)).map(
      ({ data }) => data as { profileVersion: number; fullName: string },
    )
    expect(published.map(({ profileVersion }) => profileVersion)).toEqual(names.map((_, n) => n + 1))
    expect(await as(bob).profile(ines)).toMatchObject({ fullName: published.at(-1)?.fullName })
  })

  it('is refused for an erased member, whose data is removed', async () => {
    const { as, relations, deliverEvents, testEvents, pool } = await started()
    const erasedMember = await relations.addMember()
    await as(erasedMember).edit({ ...everything, cover: pictureOf(erasedMember, 'cover') })
    await deliverEvents(testEvents.erased(erasedMember))
    expect(await as(erasedMember).edit({ bio: 'Here again' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    const { rows } = await pool.query('select * from profiles where member_id = $1', [erasedMember._id])
    const texts = Object.entries(rows[0]).filter(([, value]) => typeof value === 'string' && value !== '')
    expect(rows[0].interests).toEqual([])
    expect(texts).toEqual([['member_id', erasedMember._id]])
    expect(rows[0].birthday).toBeNull()
  })

  it.each([
    ['fullName', 80],
    ['bio', MAX_PROFILE_FIELD_LENGTH.bio],
    ['location', MAX_PROFILE_FIELD_LENGTH.shortText],
    ['workplace', MAX_PROFILE_FIELD_LENGTH.shortText],
    ['education', MAX_PROFILE_FIELD_LENGTH.shortText],
    ['hometown', MAX_PROFILE_FIELD_LENGTH.shortText],
    ['currentCity', MAX_PROFILE_FIELD_LENGTH.shortText],
  ])('takes %s up to its limit of %i', async (field, most) => {
    const { as } = await started()
    const longest = 'ä'.repeat(most)
    expect((await as(alice).edit({ [field]: longest })).body.user).toMatchObject({ [field]: longest })
    const response = await as(alice).edit({ [field]: `${longest}ä` })
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { [field]: expect.any(String) } },
    })
    expect(await as(alice).profile(alice)).toMatchObject({ [field]: longest })
  })

  it.each([
    ['website', 'example.org', 'https://example.org'],
    ['website', '  HTTP://example.org/a?b=c#d ', 'HTTP://example.org/a?b=c#d'],
    [
      'website',
      `example.org/${'x'.repeat(MAX_PROFILE_FIELD_LENGTH.website - 'example.org/'.length)}`,
      expect.stringMatching(/^https:/),
    ],
    ['website', '', ''],
    ['phone', '1'.repeat(MAX_PROFILE_FIELD_LENGTH.phone), '1'.repeat(MAX_PROFILE_FIELD_LENGTH.phone)],
    ['birthday', '1900-01-01', '1900-01-01'],
    ['birthday', '2024-02-29', '2024-02-29'],
    ['gender', 'prefer_not_to_say', 'prefer_not_to_say'],
    ['interests', INTERESTS.slice(0, MAX_INTERESTS), INTERESTS.slice(0, MAX_INTERESTS)],
    ['interests', [], []],
  ])('accepts %s %j', async (field, value, stored) => {
    const { as } = await started()
    expect((await as(alice).edit({ [field]: value })).body.user).toMatchObject({ [field]: stored })
  })

  it.each<[string, unknown]>([
    ['fullName', '   '],
    ['fullName', null],
    ['fullName', { $ne: '' }],
    ['bio', 'nul \u0000'],
    ['bio', 'half \ud800'],
    ['bio', ['a']],
    ['website', 'javascript:alert(1)'],
    ['website', 'JaVaScRiPt://example.org/%0aalert(1)'],
    ['website', 'data:text/html,hello'],
    ['website', 'https://user:secret@example.org'],
    ['website', 'https://'],
    ['website', 'https://localhost'],
    ['website', `https://example.org/${'x'.repeat(MAX_PROFILE_FIELD_LENGTH.website)}`],
    ['birthday', '1899-12-31'],
    ['birthday', '2023-02-29'],
    ['birthday', '2999-01-01'],
    ['birthday', '1990-4-23'],
    ['birthday', '1990-04-23T00:00:00Z'],
    ['birthday', 19900423],
    ['gender', 'unknown'],
    ['interests', 'gardening'],
    ['interests', ['gardening', 'maps', 'gardening']],
    ['interests', INTERESTS.slice(0, MAX_INTERESTS + 1)],
    ['interests', null],
    ['relationshipStatus', 'Single'],
    ['phone', 'call me'],
    ['phone', '1'.repeat(MAX_PROFILE_FIELD_LENGTH.phone + 1)],
    ['avatar', pictureOf(bob)],
    ['avatar', null],
    ['avatar', 'https://tracker.example/pixel.gif'],
    ['avatar', pictureOf(alice, 'post')],
    ['avatar', pictureOf(alice, 'cover')],
    ['cover', pictureOf(alice, 'post')],
    ['cover', pictureOf(alice, 'avatar')],
    ['cover', `${pictureOf(alice, 'cover')}-640`],
    ['cover', 'javascript:alert(1)'],
    ['cover', `/media/p/${alice._id}/${'f'.repeat(1_000)}`],
  ])('refuses %s %j', async (field, value) => {
    const { as } = await started()
    const before = await as(alice).profile(alice)
    const response = await as(alice).edit({ [field]: value, hometown: 'Elsewhere' })
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { [field]: expect.any(String) } },
    })
    expect(await as(alice).profile(alice)).toEqual(before)
  })

  it('refuses an interest that is not among the choices', async () => {
    const { as } = await started()
    expect(await as(alice).edit({ interests: ['maps', 'Gardening'] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { 'interests.1': 'Not one of the choices' } },
    })
  })

  it('ignores unknown fields', async () => {
    const { as, publishedEvents } = await started()
    const before = await as(alice).profile(alice)
    const count = (await publishedEvents(alice)).length
    const sent = `{"isVerified":true,"followerCount":9,"_id":"${bob._id}","username":"root","role":"admin","postCount":7,
      "createdAt":"2000-01-01T00:00:00Z","profileVersion":99,"__proto__":{"isVerified":true},"constructor":{"a":1}}`
    const response = await as(alice).put('/auth/profile').set('Content-Type', 'application/json').send(sent)
    expect(response).toMatchObject({ status: 200 })
    expect(response.body.user).toEqual(before)
    expect(await publishedEvents(alice)).toHaveLength(count)
  })
})

describe('the followed members in a profile', () => {
  it('are the newest hundred that the viewer can see', async () => {
    const { as, relations, pool } = await started()
    const [busy, hidden] = [await relations.addMember(), await relations.addMember()]
    const followed: string[] = []
    for (let count = 0; count < MAX_PROFILE_FOLLOWING_IDS; count += 1) {
      const followee = await relations.addMember()
      followed.unshift(followee._id)
      await pool.query(
        `insert into follows (from_id, to_id, version, active, at) values ($1, $2, 1, true, now() + make_interval(secs => $3))`,
        [busy._id, followee._id, count],
      )
    }
    await pool.query(
      `insert into follows (from_id, to_id, version, active, at) values ($1, $2, 1, true, now() + interval '1 day')`,
      [busy._id, hidden._id],
    )
    expect((await as(bob).profile(busy)).following).toEqual([hidden._id, ...followed].slice(0, 100))
    await relations.block(hidden, bob)
    expect((await as(bob).profile(busy)).following).toEqual(followed)
  })
})
