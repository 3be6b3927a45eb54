import { describe, expect, it } from '@jest/globals'
import { addToTray, movePicture, type TrayPicture } from './tray-pictures.ts'

const createPictures = (ids: string): TrayPicture[] =>
  [...ids].map((id) => ({ id, file: new File([], `${id}.png`), alt: '' }))

describe('addToTray', () => {
  const full = 'You can add up to 4 pictures.'
  it.each<[string, string, (string | undefined)[], string, string | undefined]>([
    ['accepts pictures that fit', 'a', [undefined, undefined, undefined], 'axyz', undefined],
    ['accepts those before the limit', 'ab', [undefined, undefined, undefined], 'abxy', full],
    ['accepts nothing into a full tray', 'abcd', [undefined], 'abcd', full],
    ['says what is wrong, and accepts the others', 'a', ['X is empty.', undefined], 'ay', 'X is empty.'],
    ['says all that is wrong', 'abc', ['X is empty.', undefined, undefined], 'abcy', `X is empty. ${full}`],
    ['says what is wrong with the first three', '', ['1.', '2.', '3.', '4.'], '', '1. 2. 3.'],
  ])('%s', (_, before, problems, after, error) => {
    const added = createPictures('xyzw')
    const checked = problems.map((problem, index) => ({ picture: added[index] as TrayPicture, problem }))
    const content = addToTray({ pictures: createPictures(before) }, checked, 4)
    expect([content.pictures.map(({ id }) => id).join(''), content.error]).toEqual([after, error])
  })
})

describe('movePicture', () => {
  const pictures = createPictures('abc')
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
