import { expect, it } from '@jest/globals'
import { parseSearch } from '@meadow/contracts/parse-search'
import { getSenderName, toInboxSearch } from './inbox-search.ts'

const NOTHING = {
  required: [],
  excluded: [],
  senderId: undefined,
  before: undefined,
  since: undefined,
  has: undefined,
}
const toSearch = (text: string) => toInboxSearch(parseSearch(text))

it('takes words, phrases and tags as parts of the text, and the filters beside them', () => {
  expect(toSearch('seed "moss garden" #Walk -rain from:@Mara has:photo')).toEqual({
    ...NOTHING,
    required: ['seed', 'moss garden', '#walk'],
    excluded: ['rain'],
    has: 'picture',
  })
  expect(toSearch('has:voice')).toEqual({ ...NOTHING, has: 'voice' })
  expect(toSearch('has:links')).toEqual({ ...NOTHING, has: 'link' })
  expect(getSenderName(parseSearch('seed from:@Mara'))).toBe('mara')
  expect(toSearch('from:mara')).toEqual(NOTHING)
})

it('a day after which a message was sent ends before the first message', () => {
  expect(toSearch('after:2026-01-31 before:2026-03-01')).toEqual({
    ...NOTHING,
    before: new Date('2026-03-01T00:00:00Z'),
    since: new Date('2026-02-01T00:00:00Z'),
  })
})

it.each(['', '  ', '!!!', '""', '-from:mara'])('%j asks for nothing', (text) => {
  expect(toSearch(text)).toBeUndefined()
})
