import { afterEach, beforeEach, expect, it } from '@jest/globals'
import type { MemberView } from '@meadow/contracts/browser'
import { TextArea } from '@meadow/ui'
import { COMPOSING_BROWSERS, endComposition } from '@meadow/ui/testing'
import { useSession } from '@meadow/web'
import { fakeApi, renderPage } from '@meadow/web/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { ann, somebody } from '../testing/fixtures.ts'
import { MentionField } from './mention-field.tsx'

const mara = somebody({ username: 'm.vega', fullName: 'Mara Vega', isFollowing: true })
const marc = somebody({ username: 'marc', fullName: 'Marc Lee', isFollowing: true })
const stranger = somebody({ username: 'mary', fullName: 'Mary Stone' })

const summary = (member: MemberView) => ({ ...member, bio: '', followerCount: 0 })
const sent: string[] = []
const pressed: string[] = []

function Form() {
  const [text, setText] = useState('')
  if (useSession().status !== 'authenticated') return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog, which Escape closes
    <div onKeyDown={({ key }) => pressed.push(key)}>
      <MentionField>
        <TextArea
          label="Text"
          value={text}
          onChange={setText}
          onKeyDown={({ key }) => {
            if (key === 'Enter') sent.push(text)
          }}
        />
      </MentionField>
      <button type="button">Next</button>
    </div>
  )
}

/** Renders a field of a member who follows Mara and Marc. The server finds Mary, too. */
async function openField(over: Parameters<typeof fakeApi>[0] = {}) {
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /auth/profile/:idOrUsername/following': () => ({
      following: [mara, marc].map(summary),
      hasMore: false,
      nextCursor: null,
    }),
    'GET /auth/users': () => ({ users: [stranger, marc].map(summary), hasMore: false, nextCursor: null }),
    ...over,
  })
  renderPage(<Form />)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  return { network, field, type: (text: string) => userEvent.type(field, text) }
}

const findNames = async () =>
  (await screen.findAllByRole('option')).map((option) => option.querySelector('bdi')?.textContent)
const isOpen = () => screen.queryByRole('listbox') !== null

beforeEach(() => localStorage.clear())
afterEach(() => {
  sent.length = 0
  pressed.length = 0
})

it('offers those whom one follows after an @, then others whom the server finds', async () => {
  const { type, field, network } = await openField()
  await type('Hello ')
  expect(network.count('GET /auth/users')).toBe(0)
  await type('@')
  expect(await findNames()).toEqual(['Mara Vega', 'Marc Lee'])
  expect(field).not.toHaveAttribute('aria-activedescendant')
  await type('ma')
  await waitFor(async () => expect(await findNames()).toEqual(['Mara Vega', 'Marc Lee', 'Mary Stone']))
  expect(network.last('GET /auth/users')?.query.get('query')).toBe('ma')
  expect(screen.getByRole('status')).toHaveTextContent('3 people')
})

it('inserts the chosen one with Enter or Tab, without sending, and goes on', async () => {
  const { type, field } = await openField()
  await type('Hi @ma')
  await screen.findAllByRole('option')
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Marc Lee')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{Enter}')
  expect(field).toHaveValue('Hi @m.vega ')
  expect([isOpen(), sent]).toEqual([false, []])
  await type('and @marc')
  await screen.findAllByRole('option')
  await userEvent.keyboard('{Tab}')
  expect(field).toHaveValue('Hi @m.vega and @marc ')
  expect(field).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(sent).toEqual(['Hi @m.vega and @marc '])
})

it('closes with Escape for this name alone, and nothing else closes', async () => {
  const { type, field } = await openField()
  await type('@m')
  await screen.findAllByRole('option')
  await userEvent.keyboard('{Escape}')
  expect([isOpen(), pressed.includes('Escape')]).toEqual([false, false])
  expect(field).not.toHaveAttribute('aria-controls')
  await type('a')
  expect(isOpen()).toBe(false)
  await userEvent.keyboard('{Escape}')
  expect(pressed).toContain('Escape')
  await type(' @m')
  await screen.findAllByRole('option')
})

it('lets Enter send where the name is written already, or where only an @ is', async () => {
  const { type } = await openField()
  await type('@marc')
  await screen.findAllByRole('option')
  await userEvent.keyboard('{Enter}')
  expect(sent).toEqual(['@marc'])
  await userEvent.keyboard(' @')
  await screen.findAllByRole('option')
  await userEvent.keyboard('{Enter}')
  expect(sent).toHaveLength(2)
})

it.each(COMPOSING_BROWSERS)('leaves the Enter that confirms a composition to %s', async (browser) => {
  const { type, field } = await openField()
  await type('@ma')
  await screen.findAllByRole('option')
  endComposition(browser, field, 'Enter')
  expect(field).toHaveValue('@ma')
  expect(isOpen()).toBe(true)
})

it('is chosen by a press, which leaves the focus in the field', async () => {
  const { type, field } = await openField()
  await type('@ma')
  await userEvent.click(await screen.findByRole('option', { name: /Marc Lee/ }))
  expect(field).toHaveValue('@marc ')
  expect(field).toHaveFocus()
})

it('closes when the focus leaves the field, and where the cursor leaves the name', async () => {
  const { type } = await openField()
  await type('x @ma')
  await screen.findAllByRole('option')
  await userEvent.keyboard('{Home}')
  await waitFor(() => expect(isOpen()).toBe(false))
  await userEvent.keyboard('{End}')
  await screen.findAllByRole('option')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(isOpen()).toBe(false)
})

it('offers the people that this browser knows while there is no network', async () => {
  const { type, network } = await openField()
  await type('@')
  await findNames()
  network.respondWith({ 'GET /auth/users': () => 'no network' })
  await type('ma')
  expect(await findNames()).toEqual(['Mara Vega', 'Marc Lee'])
})

/** Adds tags: of the member, and of the server for any beginning. */
const withTags = {
  'GET /tags': () => ({ tags: [{ tag: 'moss' }], usedTags: [{ tag: 'mossgarden' }] }),
  'GET /search': () => ({
    posts: [],
    highlights: [],
    tags: [{ tag: 'mosaic', postsCount: 12 }],
    pagination: { hasMore: false },
    nextCursor: null,
  }),
}
const findOptions = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)

it('offers the tags that one used and follows, then those that others use, and keeps the capitals that are written', async () => {
  const { type, field, network } = await openField(withTags)
  await type('On #')
  expect(await findOptions()).toEqual(['#mossgarden', '#moss'])
  expect(screen.getByRole('listbox', { name: 'Tags' })).toBeInTheDocument()
  await type('Mos')
  await waitFor(async () => expect(await findOptions()).toEqual(['#mossgarden', '#moss', '#mosaic12 posts']))
  expect(network.last('GET /search')?.query.get('type')).toBe('tags')
  expect(screen.getByRole('status')).toHaveTextContent('3 tags')
  await userEvent.keyboard('{ArrowDown}')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await userEvent.keyboard('{Enter}')
  expect(field).toHaveValue('On #Mossgarden ')
  expect([isOpen(), sent]).toEqual([false, []])
})

it('leaves a new tag as it is written when Enter sends, and closes where the tag ends', async () => {
  const { type, field } = await openField(withTags)
  await type('#mos')
  await screen.findAllByRole('option')
  expect(screen.queryByRole('option', { selected: true })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(sent).toEqual(['#mos'])
  await type('s.')
  await waitFor(() => expect(isOpen()).toBe(false))
  await type(' #mo')
  await userEvent.click(await screen.findByRole('option', { name: '#moss' }))
  expect(field.value).toMatch(/#moss $/)
  expect(field).toHaveFocus()
})

it('offers the own tags while there is no network', async () => {
  const { type, network } = await openField(withTags)
  await type('#')
  await findOptions()
  network.respondWith({ 'GET /search': () => 'no network' })
  await type('moss')
  expect(await findOptions()).toEqual(['#mossgarden'])
})

it('offers nobody in an e-mail address or after two @', async () => {
  const { type, network } = await openField()
  await type('me@ma and @@ma')
  expect(isOpen()).toBe(false)
  expect(network.count('GET /auth/users')).toBe(0)
})
