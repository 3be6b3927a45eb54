import { describe, expect, it } from '@jest/globals'
import type { Member } from '@meadow/members'
import { alice, bob } from '@meadow/testing'
import { type About, shownAbout } from './about.ts'
import { editProfile } from './edit-profile.ts'
import { ownPicture } from './own-picture.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const at = { id: '0199a000-0000-7000-8000-00000000e4d1', time: noon }
const random = '0123456789abcdef'.repeat(2)
const picture = `/media/p/${alice._id}/${random}`

const nothing: About = {
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
}
const member: Member = {
  ...alice,
  isVerified: true,
  state: 'active',
  createdAt: noon,
  accountVersion: 1,
  profileVersion: 3,
}
const said = { member, about: { ...nothing, bio: 'Walks a lot', cover: `${picture.slice(0, -1)}0` } }
const edit = (...[change]: [Parameters<typeof editProfile>[1]]) => editProfile(said, change, at)

describe('an edit of a profile', () => {
  it('changes what is named, leaves the rest and tells what was there before', () => {
    const edited = edit({ fullName: 'Alice M.', avatar: picture, gender: 'female' })
    expect(edited?.about).toEqual({ ...said.about, gender: 'female' })
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
        cover: said.about.cover,
        before: { avatar: '', cover: said.about.cover },
      },
    })
  })

  it('is none when all is as wanted already', () => {
    expect(edit({})).toBeUndefined()
    expect(edit({ fullName: alice.fullName, bio: 'Walks a lot', avatar: '', birthday: null })).toBeUndefined()
  })

  it('takes away what is said to be empty', () => {
    expect(edit({ bio: '', cover: '' })?.about).toEqual(nothing)
  })

  it('takes a birthday up to today', () => {
    expect(edit({ birthday: '2026-03-01' })?.about.birthday).toBe('2026-03-01')
    expect(() => edit({ birthday: '2026-03-02' })).toThrow(
      expect.objectContaining({ code: 'invalid_request', fields: { birthday: 'Not in the future' } }),
    )
  })

  it('names every picture that is not the own', () => {
    const fields = { avatar: 'Not a picture of yours', cover: 'Not a picture of yours' }
    expect(() => edit({ avatar: `/media/p/${bob._id}/${random}`, cover: 'https://elsewhere.example/a.png' })).toThrow(
      expect.objectContaining({ code: 'invalid_request', fields }),
    )
  })
})

describe('an own picture', () => {
  it('is named by its address or its id', () => {
    for (const named of [picture, random]) expect(ownPicture(named, alice._id)).toBe(picture)
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
    expect(ownPicture(named, alice._id)).toBeUndefined()
  })
})

describe('what is said of oneself', () => {
  const about: About = { ...nothing, phone: '+49 30 1234', birthday: '1990-04-23', bio: 'Walks', hometown: 'Hof' }

  it('is all shown to oneself', () => {
    expect(shownAbout(about, true)).toEqual(about)
  })

  it('is shown to others without phone and birthday', () => {
    expect(shownAbout(about, false)).toEqual({ ...about, phone: '', birthday: null })
  })
})
