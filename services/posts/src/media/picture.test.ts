import { describe, expect, it } from '@jest/globals'
import { planProfilePictures } from './picture.ts'

const picture = (random: string, onProfile: boolean, ownerId = 'ann') => ({ ownerId, random, onProfile })
const [avatar, cover] = [picture('avatar', true), picture('cover', true)]
const [uploaded, others] = [picture('uploaded', false), picture('others', false, 'bob')]

const plan = (randoms: string[], knownVersion: number | undefined = 2) =>
  planProfilePictures(
    { ownerId: 'ann', profileVersion: 2, randoms, at: new Date(0) },
    { knownVersion, stored: [avatar, cover, uploaded, others] },
  )

describe('planProfilePictures', () => {
  it('shows a new picture, releases the one that it replaces, and leaves the others', () => {
    expect(plan(['uploaded', 'cover'])).toEqual({ shown: [uploaded], released: [avatar] })
    expect(plan(['avatar', 'cover'])).toEqual({ shown: [], released: [] })
    expect(plan([])).toEqual({ shown: [], released: [avatar, cover] })
  })

  it('never changes a picture of another member', () => {
    expect(plan(['avatar', 'cover', 'others'])).toEqual({ shown: [], released: [] })
    const shownByOwner = { ...others, onProfile: true }
    const current = { ownerId: 'ann', profileVersion: 2, randoms: [], at: new Date(0) }
    expect(planProfilePictures(current, { knownVersion: 2, stored: [shownByOwner] }).released).toEqual([])
  })

  it('changes nothing if a newer version of the profile is known, and applies the known version again', () => {
    expect(plan(['uploaded'], 3)).toEqual({ shown: [], released: [] })
    for (const knownVersion of [undefined, 0, 1, 2])
      expect(plan(['uploaded'], knownVersion)).toEqual({ shown: [uploaded], released: [avatar, cover] })
  })
})
