import { describe, expect, it } from '@jest/globals'
import { createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openSocial } from './fixtures.ts'

const started = shareAcrossTests(openSocial)

async function openPair() {
  const social = await started()
  const [owner, viewer] = [await social.relations.addMember(), await social.relations.addMember()]
  const setPrivacy = (change: object) => social.as(owner).put('/users/privacy').send(change)
  const isListed = async (list: string, by: TestMember) => {
    const { body } = await social.as(by).get(list)
    return [...(body.users ?? body.suggestions)].some(({ _id }: { _id: string }) => _id === owner._id)
  }
  return { ...social, owner, viewer, setPrivacy, isListed }
}

describe('PUT /users/privacy', () => {
  it('changes any part, and returns all settings like GET', async () => {
    const { as, setPrivacy, viewer, owner } = await openPair()
    const { body: initial } = await as(owner).get('/users/privacy').expect(200)
    expect(initial).toMatchObject({ isSuggested: true, isInDirectory: true })
    expect(initial.fields).toMatchObject({ birthday: 'only_me', phone: 'only_me', hometown: 'everyone' })
    await setPrivacy({ isSuggested: false }).expect(200)
    const changed = { ...initial, isSuggested: false, fields: { ...initial.fields, phone: 'mutuals' } }
    expect((await setPrivacy({ fields: { phone: 'mutuals' } })).body).toEqual(changed)
    expect((await setPrivacy({})).body).toEqual(changed)
    expect((await as(owner).get('/users/privacy')).body).toEqual(changed)
    expect((await as(viewer).get('/users/privacy')).body).toEqual(initial)
  })

  it('tells other services who may begin a conversation, once for each change', async () => {
    const { as, setPrivacy, owner, publishedEvents } = await openPair()
    const readTold = async () =>
      (await publishedEvents(owner)).filter(({ type }) => type === 'member.privacy-updated').map(({ data }) => data)
    expect((await as(owner).get('/users/privacy')).body).toMatchObject({
      messagesFrom: 'mutuals',
      allowRequests: true,
    })
    expect((await setPrivacy({ messagesFrom: 'everyone' })).body).toMatchObject({ messagesFrom: 'everyone' })
    await setPrivacy({ messagesFrom: 'everyone' })
    await setPrivacy({ isSuggested: false })
    await setPrivacy({ isPrivate: true })
    await setPrivacy({ allowRequests: false })
    expect(await readTold()).toMatchObject([
      { privacyVersion: 1, isPrivate: false, contact: { messagesFrom: 'everyone' } },
      { privacyVersion: 2, isPrivate: true, contact: { messagesFrom: 'everyone' } },
      { privacyVersion: 3, contact: { messagesFrom: 'everyone', allowRequests: false } },
    ])
  })

  it('keeps two changes at the same time', async () => {
    const { as, setPrivacy, owner } = await openPair()
    await Promise.all([setPrivacy({ fields: { phone: 'everyone' } }), setPrivacy({ fields: { website: 'only_me' } })])
    expect((await as(owner).get('/users/privacy')).body.fields).toMatchObject({ phone: 'everyone', website: 'only_me' })
  })

  it.each([
    { isSuggested: 'true' },
    { isInDirectory: null },
    { messagesFrom: 'friends' },
    { messagesFrom: ['everyone'] },
    { allowRequests: 'no' },
    { fields: { phone: 'friends' } },
    { fields: { phone: ['everyone'] } },
    { fields: null },
    { fields: { phone: { $ne: 1 } } },
  ])('refuses %j and changes nothing', async (change) => {
    const { as, setPrivacy, owner } = await openPair()
    const { body: before } = await as(owner).get('/users/privacy')
    expect(await setPrivacy(change)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect((await as(owner).get('/users/privacy')).body).toEqual(before)
  })

  it('works before the registration has arrived, and is refused to an erased member', async () => {
    const { as, deliverEvents, testEvents, owner, setPrivacy } = await openPair()
    const newcomer = createTestMember()
    expect(await as(newcomer).put('/users/privacy').send({ isSuggested: false })).toMatchObject({ status: 200 })
    await deliverEvents(testEvents.erased(owner))
    expect(await setPrivacy({ isSuggested: false })).toMatchObject({ status: 403 })
    expect(await as(owner).get('/users/privacy')).toMatchObject({ status: 403 })
  })
})

describe('a member', () => {
  it('who is not suggested is no suggestion, also for those with common follows and interests', async () => {
    const { as, relations, owner, viewer, setPrivacy, isListed } = await openPair()
    await relations.follow(owner, viewer)
    for (const member of [owner, viewer]) await as(member).edit({ interests: ['maps'] })
    expect(await isListed('/auth/suggestions?limit=50', viewer)).toBe(true)
    await setPrivacy({ isSuggested: false }).expect(200)
    expect(await isListed('/auth/suggestions?limit=50', viewer)).toBe(false)
  })

  it('who is not in the directory is found by followers only', async () => {
    const { as, relations, owner, viewer, setPrivacy, isListed } = await openPair()
    const follower = await relations.addMember()
    await relations.follow(follower, owner)
    const middle = owner.username.slice(1)
    const lists = ['/auth/users?limit=50', `/auth/users?query=${owner.username}`, `/auth/users?query=@${middle}`]
    for (const list of lists) expect(await isListed(list, viewer)).toBe(true)
    await setPrivacy({ isInDirectory: false }).expect(200)
    for (const list of lists) expect(await isListed(list, viewer)).toBe(false)
    for (const list of lists) expect(await isListed(list, follower)).toBe(true)
    expect(await as(viewer).get(`/auth/profile/${owner.username}`)).toMatchObject({ status: 200 })
  })

  it('who shares interests with followers only has none in a suggestion', async () => {
    const { as, owner, viewer, setPrivacy } = await openPair()
    for (const member of [owner, viewer]) await as(member).edit({ interests: ['night_sky'] })
    const findReason = async () =>
      (await as(viewer).suggestions()).find(({ _id }: { _id: string }) => _id === owner._id)?.reason
    expect(await findReason()).toMatchObject({ code: 'same_interest' })
    await setPrivacy({ fields: { interests: 'followers' } }).expect(200)
    expect(await findReason()).toMatchObject({ code: 'new' })
  })

  it('shows a field to its audience at once', async () => {
    const { as, relations, owner, viewer, setPrivacy } = await openPair()
    await as(owner).edit({ phone: '+49 30 1234', hometown: 'Hof', birthday: '1990-04-23' })
    await setPrivacy({ fields: { phone: 'followers', hometown: 'mutuals', birthday: 'everyone' } }).expect(200)
    const shown = async () => {
      const { phone, hometown, birthday } = await as(viewer).profile(owner)
      return { phone, hometown, birthday }
    }
    expect(await shown()).toEqual({ phone: '', hometown: '', birthday: '1990-04-23' })
    await relations.follow(viewer, owner)
    expect(await shown()).toEqual({ phone: '+49 30 1234', hometown: '', birthday: '1990-04-23' })
    await relations.follow(owner, viewer)
    expect(await shown()).toEqual({ phone: '+49 30 1234', hometown: 'Hof', birthday: '1990-04-23' })
    await as(owner).delete(`/users/${viewer._id}/follower`).expect(200)
    expect(await shown()).toEqual({ phone: '', hometown: '', birthday: '1990-04-23' })
  })
})
