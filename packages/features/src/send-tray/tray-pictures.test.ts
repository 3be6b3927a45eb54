import { describe, expect, it } from '@jest/globals'
import { movePicture, selectTrayFiles, type TrayPicture } from './tray-pictures.ts'

const LIMITS = { maxPictures: 4, maxBytes: 1024 * 1024 }
const aFile = (name: string, type = 'image/png', size = 1) => new File([new Uint8Array(size)], name, { type })

describe('selectTrayFiles', () => {
  const [one, two, three] = [aFile('1.png'), aFile('2.png'), aFile('3.png')]
  const text = aFile('notes.txt', 'text/plain')
  const large = aFile('large.png', 'image/png', LIMITS.maxBytes + 1)

  it.each([
    ['accepts pictures that fit', [one, two, three], 1, [one, two, three], undefined],
    ['accepts those before the limit', [one, two, three], 2, [one, two], 'You can add up to 4 pictures.'],
    ['accepts nothing into a full tray', [one], 4, [], 'You can add up to 4 pictures.'],
    ['rejects another type', [text], 0, [], 'Choose a JPEG, PNG, WebP or GIF picture.'],
    ['rejects a large file', [large], 0, [], 'Pictures can be up to 1 MB.'],
    ['names the wrong file', [one, text], 0, [one], 'notes.txt: Choose a JPEG, PNG, WebP or GIF picture.'],
  ])('%s', (_, files, count, accepted, error) => {
    expect(selectTrayFiles(files, count, LIMITS)).toEqual({ accepted, error })
  })
})

describe('movePicture', () => {
  const pictures: TrayPicture[] = ['a', 'b', 'c'].map((id) => ({ id, file: aFile(`${id}.png`), alt: '' }))
  it.each([
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', 1, 'abc'],
    ['b', -1, 'bac'],
    ['b', 9, 'acb'],
    ['unknown', 0, 'abc'],
  ])('moves %s to index %p', (id, index, order) => {
    expect(
      movePicture(pictures, id, index)
        .map((picture) => picture.id)
        .join(''),
    ).toBe(order)
  })
})
