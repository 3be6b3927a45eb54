import { describe, expect, it } from '@jest/globals'
import { type PicturePurpose, toMarkedRandom } from '@meadow/contracts'
import type { Member } from '@meadow/members'
import { alice, bob } from '@meadow/testing'
import { editProfile } from './edit-profile.ts'
import { toOwnPictureAddress } from './own-picture.ts'
import { type ProfileDetails, toVisibleDetails } from './profile-details.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const at = { id: '0199a000-0000-7000-8000-00000000e4d1', time: noon }
const random = toMarkedRandom('0123456789abcdef'.repeat(2), 'avatar')
const picture = `/media/p/${alice._id}/${random}`
const legacyCover = `/media/p/${alice._id}/${'0123456789abcdef'.repeat(2)}`

const emptyDetails: ProfileDetails = {
  cover: '',
  bio: '',
  website: '',
  location: '',
  birthday: null,
  gender: '',
  relationshipStatus: '',
  workplace: '',
  education: '',
  hometown: '',
  currentCity: '',
  phone: '',
  interests: [],
  bioFacets: [],
}
const member: Member = {
  ...alice,
  isVerified: true,
  state: 'active',
  createdAt: noon,
  accountVersion: 1,
  profileVersion: 3,
  isPrivate: false,
  contactPrivacy: {},
  isEmailVerified: true,
  privacyVersion: 0,
}
const profile = { member, details: { ...emptyDetails, bio: 'Walks a lot', cover: legacyCover } }
const pictureRefusals = {
  avatar: 'Choose a picture that you uploaded as your profile picture',
  cover: 'Choose a picture that you uploaded as your cover',
}
const edit = (...[change]: [Parameters<typeof editProfile>[1]]) => editProfile(profile, change, at)

describe('an edit of a profile', () => {
  it('changes the given fields, keeps the others and publishes the previous pictures', () => {
    const edited = edit({ fullName: 'Alice M.', avatar: picture, gender: 'female' })
    expect(edited?.details).toEqual({ ...profile.details, gender: 'female' })
    expect(edited?.event).toMatchObject({
      type: 'member.updated',
      subject: alice._id,
      time: noon.toISOString(),
      data: {
        username: 'alice',
        fullName: 'Alice M.',
        avatar: picture,
        isVerified: true,
        profileVersion: 4,
        cover: profile.details.cover,
        before: { avatar: '', cover: profile.details.cover },
      },
    })
  })

  it('stores the facets of a new bio, and tells whom it mentions', () => {
    const bioFacets = [
      { start: 0, end: 4, memberId: bob._id },
      { start: 5, end: 10, tag: 'moss' },
    ]
    const edited = edit({ bio: '@bob #moss', bioFacets, mentionedIds: [bob._id] })
    expect(edited?.details).toMatchObject({ bio: '@bob #moss', bioFacets })
    expect(edited?.event.data).toMatchObject({ bio: '@bob #moss', mentionedIds: [bob._id] })
    const onlyTag = edit({ bio: '#moss', bioFacets: [{ start: 0, end: 5, tag: 'moss' }] })
    expect(onlyTag?.event.data).not.toHaveProperty('bio')
    expect(onlyTag?.event.data).not.toHaveProperty('mentionedIds')
  })

  it('returns undefined if nothing changes', () => {
    expect(edit({})).toBeUndefined()
    expect(edit({ fullName: alice.fullName, bio: 'Walks a lot', avatar: '', birthday: null })).toBeUndefined()
  })

  it('changes nothing by the same interests, and keeps the order of new ones', () => {
    const withInterests = { member, details: { ...emptyDetails, interests: ['maps' as const, 'bread' as const] } }
    expect(editProfile(withInterests, { interests: ['maps', 'bread'] }, at)).toBeUndefined()
    const edited = editProfile(withInterests, { interests: ['bread', 'maps'] }, at)
    expect(edited?.details.interests).toEqual(['bread', 'maps'])
  })

  it('clears empty fields', () => {
    expect(edit({ bio: '', cover: '' })?.details).toEqual(emptyDetails)
  })

  it('accepts a birthday up to today', () => {
    expect(edit({ birthday: '2026-03-01' })?.details.birthday).toBe('2026-03-01')
    expect(() => edit({ birthday: '2026-03-02' })).toThrow(
      expect.objectContaining({ code: 'invalid_request', fields: { birthday: 'Choose a date in the past' } }),
    )
  })

  it('refuses every picture of another member', () => {
    expect(() => edit({ avatar: `/media/p/${bob._id}/${random}`, cover: 'https://elsewhere.example/a.png' })).toThrow(
      expect.objectContaining({ code: 'invalid_request', fields: pictureRefusals }),
    )
  })
})

it('refuses an own picture that was uploaded for something else', () => {
  const addressOf = (purpose: PicturePurpose) => `/media/p/${alice._id}/${toMarkedRandom('f'.repeat(32), purpose)}`
  for (const [avatar, cover] of [
    [addressOf('post'), addressOf('post')],
    [addressOf('cover'), addressOf('avatar')],
  ] as const)
    expect(() => edit({ avatar, cover })).toThrow(
      expect.objectContaining({ code: 'invalid_request', fields: pictureRefusals }),
    )
  expect(edit({ avatar: addressOf('avatar'), cover: addressOf('cover') })).toBeDefined()
})

it('accepts the current picture again, which an earlier version stored without its purpose', () => {
  expect(edit({ bio: 'Walks', cover: legacyCover })?.details).toMatchObject({ bio: 'Walks', cover: legacyCover })
  expect(() => edit({ avatar: legacyCover })).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

describe('an own picture', () => {
  it('is accepted by its address or its id', () => {
    for (const named of [picture, random]) expect(toOwnPictureAddress(named, alice._id, 'avatar')).toBe(picture)
  })

  it.each([
    `/media/p/${bob._id}/${random}`,
    `${picture}-640`,
    `${picture}?a`,
    `${picture}/..`,
    `/media/p/${alice._id}/../${bob._id}/${random}`,
    `//elsewhere.example${picture}`,
    `https://elsewhere.example${picture}`,
    `${random}\n`,
    random.toUpperCase(),
    alice._id,
    `../${bob._id}/${random}`,
    'data:image/png;base64,AAAA',
    '/media/p/',
    ' ',
  ])('is not %j', (named) => {
    expect(toOwnPictureAddress(named, alice._id, 'avatar')).toBeUndefined()
  })
})

describe('profile details', () => {
  const details: ProfileDetails = {
    ...emptyDetails,
    phone: '+49 30 1234',
    birthday: '1990-04-23',
    bio: 'Walks',
    hometown: 'Hof',
  }

  const stranger = { isGuest: false, isOwner: false, isFollowing: false, followsYou: false, isPrivate: false }

  it('are complete for the owner', () => {
    const all = Object.fromEntries(Object.keys(details).map((field) => [field, 'only_me']))
    expect(toVisibleDetails(details, all, { ...stranger, isOwner: true })).toEqual(details)
  })

  it('have no phone and birthday for other viewers, unless the member chose an audience', () => {
    expect(toVisibleDetails(details, {}, { ...stranger, isFollowing: true, followsYou: true })).toEqual({
      ...details,
      phone: '',
      birthday: null,
    })
    expect(toVisibleDetails(details, { phone: 'everyone', birthday: 'everyone' }, stranger)).toEqual(details)
  })

  it.each([
    ['everyone', [true, true, true, true]],
    ['followers', [false, true, false, true]],
    ['mutuals', [false, false, false, true]],
    ['only_me', [false, false, false, false]],
    ['an audience of a newer version', [false, false, false, false]],
  ])('for %s are shown to a stranger, a follower, a followed and a mutual follower: %j', (audience, isShown) => {
    const relations = [false, true].flatMap((followsYou) =>
      [false, true].map((isFollowing) => ({ ...stranger, isFollowing, followsYou })),
    )
    const towns = relations.map((relation) => toVisibleDetails(details, { hometown: audience }, relation).hometown)
    expect(towns.map((town) => town === 'Hof')).toEqual(isShown)
  })

  it('are for guests the card, and of the fields for everyone only website, location and interests', () => {
    const filled: ProfileDetails = {
      ...details,
      cover: '/media/p/cover',
      website: 'https://example.org',
      location: 'Hof',
      gender: 'female',
      relationshipStatus: 'married',
      workplace: 'Library',
      education: 'School',
      currentCity: 'Hof',
      interests: ['music'],
    }
    const everyone = Object.fromEntries(Object.keys(filled).map((field) => [field, 'everyone']))
    const { cover, bio, website, location, interests } = filled
    const guest = { ...stranger, isGuest: true }
    const shown = { ...emptyDetails, cover, bio, website, location, interests }
    expect(toVisibleDetails(filled, everyone, guest)).toEqual(shown)
    expect(toVisibleDetails(filled, { ...everyone, location: 'followers' }, guest)).toEqual({ ...shown, location: '' })
  })

  it('of a private owner are shown to followers only, whatever their audience', () => {
    const all = { hometown: 'everyone', phone: 'everyone' }
    const viewer = { ...stranger, isPrivate: true }
    expect(toVisibleDetails(details, all, viewer)).toEqual({ ...emptyDetails, bio: 'Walks' })
    expect(toVisibleDetails(details, all, { ...viewer, isFollowing: true })).toEqual({ ...details, birthday: null })
  })
})
