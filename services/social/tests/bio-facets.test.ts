import { describe, expect, it } from '@jest/globals'
import type { TextFacet } from '@meadow/contracts'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { createTestMember, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { BIO_MENTIONS_PER_HOUR, NEW_MEMBER_BIO_MENTIONS_PER_HOUR } from '../src/profiles/bio-mentions.ts'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(() => openSocial({ allowsGuests: true }))

async function openMembers() {
  const social = await started()
  const [author, mentioned, viewer] = [
    await social.relations.addMember(),
    await social.relations.addMember(),
    await social.relations.addMember(),
  ]
  const findMentions = async (by = author) =>
    (await social.publishedEvents(by)).map(({ data }) => (data as { mentionedIds?: string[] }).mentionedIds)
  return { ...social, author, mentioned, viewer, findMentions }
}

const toMentionedId = ({ memberId }: TextFacet) => memberId

describe('a bio', () => {
  it('has its links, tags and mentions for everybody who sees it; one without them has no facets', async () => {
    const { as, service, author, mentioned, viewer } = await openMembers()
    const name = `@${mentioned.username}`
    const bio = `😀 {${name}}, example.org #moss\n@nobody.here (#night_sky)`
    const end = 3 + name.length
    const bioFacets = [
      { start: 3, end, memberId: mentioned._id },
      { start: end + 3, end: end + 14, url: 'https://example.org/' },
      { start: end + 15, end: end + 20, tag: 'moss' },
      { start: end + 35, end: end + 45, tag: 'night_sky' },
    ]
    const { body } = await as(author).edit({ bio })
    expect(body.user).toMatchObject({ bio, bioFacets })
    expect(await as(viewer).profile(author)).toMatchObject({ bio, bioFacets })
    expect((await request(service.app).get(`/auth/profile/${author.username}`)).body.user).toMatchObject({
      bio,
      bioFacets,
    })
    expect((await as(author).edit({ location: 'Porto' })).body.user).toMatchObject({ bio, bioFacets })
    expect((await as(author).edit({ bio: 'Plain' })).body.user).not.toHaveProperty('bioFacets')
  })

  it('names each mentioned member once in its event, and nobody in the event of another change', async () => {
    const { as, author, mentioned, findMentions, publishedEvents } = await openMembers()
    const bio = `@${mentioned.username} and @${mentioned.username.toUpperCase()} and @${author.username}`
    await as(author).edit({ bio })
    await as(author).edit({ bio })
    await as(author).edit({ location: 'Porto' })
    await as(author).edit({ bio: 'Plain' })
    expect(await findMentions()).toEqual([[mentioned._id, author._id], undefined, undefined])
    expect((await publishedEvents(author)).map(({ data }) => (data as { bio?: string }).bio)).toEqual([
      bio,
      undefined,
      undefined,
    ])
  })

  it('names in its event only members whom the bio before it did not name', async () => {
    const { as, author, mentioned, viewer, findMentions } = await openMembers()
    await as(author).edit({ bio: `@${mentioned.username}` })
    await as(author).edit({ bio: `With @${mentioned.username}` })
    await as(author).edit({ bio: `@${viewer.username} and @${mentioned.username}` })
    expect(await findMentions()).toEqual([[mentioned._id], undefined, [viewer._id]])
  })

  it('mentions ten members at most', async () => {
    const { as, relations, author, findMentions } = await openMembers()
    const members = Array.from({ length: 12 }, (_, index) => ({ ...createTestMember(), username: `crowd.${index}` }))
    for (const member of members) await relations.addMember(member)
    const bio = members.map(({ username }) => `@${username}`).join('\n')
    await as(author).edit({ bio }).expect(200)
    expect(await findMentions()).toEqual([members.slice(0, 10).map(({ _id }) => _id)])
  })

  it('mentions nobody across a block, who is gone, or whose content is private to the author', async () => {
    const { as, relations, deliverEvents, testEvents, author, findMentions } = await openMembers()
    const add = () => relations.addMember()
    const [blocked, blocking, gone, hidden, followed] = [
      await add(),
      await add(),
      await add(),
      await add(),
      await add(),
    ]
    await relations.block(author, blocked)
    await relations.block(blocking, author)
    await deliverEvents(testEvents.deactivated(gone))
    await relations.follow(author, followed)
    for (const member of [hidden, followed])
      await as(member).put('/users/privacy').send({ isPrivate: true }).expect(200)
    const everyone = [blocked, blocking, gone, hidden, followed, author]
    const { body } = await as(author).edit({ bio: everyone.map(({ username }) => `@${username}`).join(' ') })
    expect(body.user.bioFacets.map(toMentionedId)).toEqual([followed._id, author._id])
    expect((await findMentions()).at(-1)).toEqual([followed._id, author._id])
  })

  it('keeps the member whom it mentions after a change of the username, and finds one by the former username', async () => {
    const { as, deliverEvents, testEvents, author, mentioned, viewer } = await openMembers()
    const bio = `By @${mentioned.username}`
    await as(author).edit({ bio })
    await deliverEvents(
      createEvent(events.memberRenamed, {
        ...testEvents.envelope(events.memberRenamed, mentioned._id),
        time: new Date(),
        data: { from: mentioned.username, to: `${mentioned.username}.new`, accountVersion: 2 },
      }),
    )
    expect((await as(viewer).profile(author)).bioFacets.map(toMentionedId)).toEqual([mentioned._id])
    const { body } = await as(viewer).edit({ bio })
    expect(body.user.bioFacets.map(toMentionedId)).toEqual([mentioned._id])
  })

  it('that is sent again unchanged keeps whom it names, also after its @name passed to another member', async () => {
    const { as, pool, author, mentioned, viewer, publishedEvents } = await openMembers()
    const bio = `By @${mentioned.username}`
    await as(author).edit({ bio })
    await pool.query('update members set username = $2 where id = $1', [mentioned._id, `${mentioned.username}.new`])
    await pool.query('update members set username = $2 where id = $1', [viewer._id, mentioned.username])
    const { body } = await as(author).edit({ bio, location: 'Porto' })
    expect(body.user).toMatchObject({ bio, location: 'Porto', bioFacets: [{ memberId: mentioned._id }] })
    expect((await publishedEvents(author)).at(-1)?.data).not.toHaveProperty('bio')
  })

  it('of an earlier version is plain until it is saved again, and so is one that an earlier version replaced', async () => {
    const { as, pool, author, mentioned, viewer, findMentions } = await openMembers()
    const bio = `With @${mentioned.username}`
    await as(author).edit({ bio })
    await pool.query('update profiles set bio = $2 where member_id = $1', [author._id, `Not ${bio}`])
    expect(await as(viewer).profile(author)).not.toHaveProperty('bioFacets')
    await pool.query('update profiles set bio = $2, bio_facets = null where member_id = $1', [author._id, bio])
    expect(await as(viewer).profile(author)).not.toHaveProperty('bioFacets')
    expect((await as(author).edit({ bio })).body.user.bioFacets).toMatchObject([{ start: 5, memberId: mentioned._id }])
    expect(await findMentions()).toEqual([[mentioned._id], [mentioned._id]])
  })

  it('is deleted with its facets', async () => {
    const { as, pool, deliverEvents, testEvents, author, mentioned } = await openMembers()
    await as(author).edit({ bio: `With @${mentioned.username}` })
    await deliverEvents(testEvents.erased(author))
    const { rows } = await pool.query('select from profiles where member_id = $1 and bio_facets is not null', [
      author._id,
    ])
    expect(rows).toEqual([])
  })
})

it('limits how often a bio names somebody new, and a new member more', async () => {
  await using social = await openSocial({ newFollows: 1 })
  const { as, deliverEvents, testEvents, relations, now } = social
  const named = [await relations.addMember(), await relations.addMember()] as const
  const established = createTestMember()
  await deliverEvents(testEvents.registered(established, new Date(now().getTime() - 24 * 3_600_000)))
  const limits = [
    { author: await relations.addMember(), max: NEW_MEMBER_BIO_MENTIONS_PER_HOUR },
    { author: established, max: BIO_MENTIONS_PER_HOUR },
  ]
  for (const { author, max } of limits) {
    const bioOf = (count: number) => `${count} @${named[count % 2]?.username}`
    for (let count = 0; count < max; count += 1)
      await as(author)
        .edit({ bio: bioOf(count) })
        .expect(200)
    expect(await as(author).edit({ bio: bioOf(max) })).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    })
    await as(author)
      .edit({ bio: `Again ${bioOf(max - 1)}` })
      .expect(200)
    await as(author).edit({ bio: 'Plain', location: 'Porto' }).expect(200)
  }
})
