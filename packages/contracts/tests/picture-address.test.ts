import { expect, it } from '@jest/globals'
import {
  isPictureFor,
  type PicturePurpose,
  parsePictureAddress,
  toMarkedRandom,
  toPictureAddress,
} from '../src/index.ts'

const ownerId = '0199a000-0000-7000-8000-00000000a11c'
const randoms = ['0', '5', 'a', 'c', 'f'].map((digit) => digit.repeat(32))
const listPurposes = (random: string) => (['avatar', 'cover'] as const).filter((field) => isPictureFor(random, field))

it.each<[PicturePurpose, string[]]>([
  ['post', []],
  ['avatar', ['avatar']],
  ['cover', ['cover']],
])('marks the random part of an address of a picture for %s', (purpose, purposes) => {
  for (const random of randoms) {
    const marked = toMarkedRandom(random, purpose)
    expect(listPurposes(marked)).toEqual(purposes)
    expect(parsePictureAddress(toPictureAddress({ ownerId, random: marked }))?.picture.random).toBe(marked)
  }
})

it('keeps the random part of a picture for a post, unless it looks like one for a profile', () => {
  expect(randoms.map((random) => toMarkedRandom(random, 'post') === random)).toEqual([true, true, false, false, true])
})
