import { expect, it } from '@jest/globals'
import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { aPictureFile } from '../testing/fixtures.ts'
import { validatePicture } from './validate-picture.ts'

const png = new Uint8Array(await aPictureFile().arrayBuffer())
const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const withSize = (width: number, height: number) => {
  const changed = png.slice()
  const view = new DataView(changed.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return changed
}
const createGif = (frames: number, side: number) => {
  const frame = toBytes('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x4c\x01\0')
  const header = toBytes(`GIF89a${String.fromCharCode(side % 256, side >> 8).repeat(2)}\0\0\0`)
  return new Blob([header, ...Array.from({ length: frames }, () => frame), toBytes(';')])
}
const describeGif = '“a.gif” is too long or too large an animation.'

it.each<[string, BlobPart, string, unknown]>([
  ['a picture', png, 'a.png', undefined],
  ['a picture with another name and no type', png, 'photo', undefined],
  ['a short animation', createGif(3, 100), 'a.gif', undefined],
  ['an empty file', '', 'a.png', '“a.png” is empty.'],
  ['a renamed text', 'a list', 'list.png', '“list.png” is not a JPEG, PNG, WebP or GIF picture.'],
  [
    'a drawing',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'a.svg',
    '“a.svg” is not a JPEG, PNG, WebP or GIF picture.',
  ],
  ['one letter', 'G', 'g.gif', '“g.gif” is not a JPEG, PNG, WebP or GIF picture.'], // mastodon/mastodon#22028
  [
    'a HEIC photo',
    toBytes('\0\0\0\x18ftypheic'),
    'a.heic',
    '“a.heic” is a HEIC photo. Please save it as a JPEG first.',
  ],
  // mastodon/mastodon#26370: the camera of a Samsung phone wrote such files
  [
    'a HEIC photo that is named JPEG',
    toBytes('\0\0\0\x18ftypmif1'),
    'a.jpg',
    expect.stringContaining('is a HEIC photo'),
  ],
  ['half a picture', png.slice(0, 45), 'a.png', '“a.png” is damaged or incomplete.'],
  ['a huge picture', withSize(10_000, 5_001), 'a.png', '“a.png” has more than 50 megapixels.'],
  ['the largest picture', withSize(10_000, 5_000), 'a.png', undefined],
  ['an animation with too many frames', createGif(501, 1), 'a.gif', describeGif],
  ['an animation with too many pixels', createGif(3, 3_000), 'a.gif', describeGif],
])('returns what is wrong with %s', async (_, content, name, problem) => {
  expect(await validatePicture(new File([content], name))).toEqual(problem)
})

it('names the limit of the size, which differs', async () => {
  const file = new File([new Uint8Array(PICTURE_LIMITS.maxBytes + 1)], 'a.png')
  expect(await validatePicture(file)).toBe('“a.png” is larger than 10 MB.')
  expect(await validatePicture(file, 2 * PICTURE_LIMITS.maxBytes)).toContain('is not a JPEG')
})

it('says that a file which cannot be read is incomplete', async () => {
  const file = Object.assign(aPictureFile('cloud.png'), { arrayBuffer: () => Promise.reject(new Error('not here')) })
  expect(await validatePicture(file)).toBe('“cloud.png” is damaged or incomplete.')
})
