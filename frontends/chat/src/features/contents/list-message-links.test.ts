import { expect, it } from '@jest/globals'
import { listMessageLinks } from './list-message-links.ts'

const [moss, fern] = ['https://example.org/moss', 'https://example.org/fern']
const facets = [moss, fern, moss].map((url, index) => ({ start: index * 30, end: index * 30 + 24, url }))
const linkPreview = { url: moss, title: 'Moss in winter', description: '', site: '' }

it('lists each link once, with the title of the card that the message shows', () => {
  expect(listMessageLinks({ facets: [...facets, { start: 99, end: 102, tag: 'tea' }], linkPreview })).toEqual([
    { url: moss, title: 'Moss in winter' },
    { url: fern, title: fern },
  ])
})

it('shows neither the title of a removed card nor an empty one', () => {
  expect(listMessageLinks({ facets, linkPreview, isLinkPreviewRemoved: true })[0]).toEqual({ url: moss, title: moss })
  expect(listMessageLinks({ facets, linkPreview: { ...linkPreview, title: '' } })[0]).toEqual({
    url: moss,
    title: moss,
  })
  expect(listMessageLinks({})).toEqual([])
})
