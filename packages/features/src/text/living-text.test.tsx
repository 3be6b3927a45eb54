import { expect, it } from '@jest/globals'
import { findFacets } from '@meadow/contracts/find-facets'
import { renderPage } from '@meadow/web/testing'
import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { FoldedText } from './folded-text.tsx'
import { splitByFacets, toShownAddress } from './living-text.tsx'

const MARA = '01890000-0000-7000-9000-000000000001'
const show = (text: string, facets: Parameters<typeof splitByFacets>[1]) =>
  renderPage(<FoldedText text={text} facets={facets} />)

it('leads to addresses in a new tab, which learn nothing, to members by their ids and to tags', async () => {
  const text = '😀 @mara: https://www.example.org/a/very/long/address/of/a/page #walk'
  show(
    text,
    findFacets(text).map(({ username, ...facet }) => (username ? { ...facet, memberId: MARA } : facet)),
  )
  const link = await screen.findByRole('link', { name: 'example.org/a/very/long/address/of/…' })
  expect(link).toHaveAttribute('href', 'https://www.example.org/a/very/long/address/of/a/page')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  expect(screen.getByRole('link', { name: '@mara' })).toHaveAttribute('href', `/profile/${MARA}`)
  expect(screen.getByRole('link', { name: '#walk' })).toHaveAttribute('href', '/tag/walk')
  expect(screen.getAllByRole('link')).toHaveLength(3)
  expect(link.closest('p')).toHaveTextContent('😀 @mara: example.org/a/very/long/address/of/… #walk')
})

it('shows a text that waits with its links, and its mentions as text', async () => {
  show('@mara example.org', findFacets('@mara example.org'))
  expect(await screen.findByRole('link', { name: 'example.org' })).toHaveAttribute('href', 'https://example.org/')
  expect(screen.queryByRole('link', { name: '@mara' })).toBeNull()
})

it('leads to no address that runs a script', async () => {
  show('Click here, please', [
    { start: 0, end: 5, url: 'javascript:alert(1)' },
    { start: 6, end: 10, url: 'https://example.org' },
  ])
  await screen.findByRole('link', { name: 'example.org' })
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.getByText(/^Click/)).toHaveTextContent('Click example.org, please')
})

it.each([
  ['https://аррӏе.com/', 'xn--80ak6aa92e.com'],
  ['https://example.org/%E4%BE%A1?a=b#c', 'example.org/価?a=b#c'],
  ['https://example.org/%E2%80%AEgpj.exe', 'example.org/%E2%80%AEgpj.exe'],
  ['https://example.org/%FF', 'example.org/%FF'],
  ['https://example.org.evil.example/', 'example.org.evil.example'],
  ['https://example.org:8443/', 'example.org:8443'],
])('shows %s as %s', (url, shown) => {
  expect(toShownAddress(new URL(url))).toBe(shown)
})

const facet = fc.record({ start: fc.integer({ min: -2, max: 30 }), end: fc.integer({ min: -2, max: 40 }) })

it('the parts of a text are the text, also with facets that lie', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(facet), (text, facets) => {
      for (const some of [facets, findFacets(text)]) {
        expect(
          splitByFacets(text, some)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }
    }),
  )
})
