import { expect, it } from '@jest/globals'
import type { PostDraftView } from '@meadow/contracts/browser'
import { ann, annAsAuthor, aPost } from '@meadow/features/testing'
import { memberStorage } from '@meadow/web'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

const ID = '01890000-0000-7000-8000-00000000d001'
const LONG_AGO = '2026-01-01T10:00:00.000Z'
const LATER = '2026-01-02T10:00:00.000Z'
const aDraft = (change: Partial<PostDraftView> = {}): PostDraftView => ({
  _id: ID,
  content: 'From my phone',
  pictures: [],
  commentAudience: 'everyone',
  changedAt: LONG_AGO,
  ...change,
})
type Body = { content: string; changedAt: string }

async function openComposer() {
  await userEvent.click(await screen.findByRole('button', { name: "What's on your mind?" }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }))
  return {
    dialog,
    field: () => dialog.getByRole('textbox', { name: "What's on your mind?" }),
    close: () => userEvent.click(dialog.getByRole('button', { name: 'Close' })),
  }
}
const findList = async () => within(await screen.findByRole('dialog', { name: 'Drafts' }))
const toView = ({ content, changedAt }: Body, path: string) =>
  aDraft({ _id: path.split('/').at(-1) as string, content, changedAt })
const save = {
  'PUT /posts/drafts/:id': ({ body, path }: { body: unknown; path: string }) => ({ draft: toView(body as Body, path) }),
}
/** Puts a draft of an earlier visit, which the server has, into the composer. */
const putSavedDraft = (changedAt = LONG_AGO) => {
  memberStorage.write(ann._id, 'post-draft', 'From here')
  memberStorage.write(ann._id, 'post-draft-version', JSON.stringify({ id: ID, changedAt, savedAt: changedAt }))
}

it('saves a draft when the composer closes, once, and deletes it with the post', async () => {
  let drafts: PostDraftView[] = []
  const network = renderFeed('/home', {
    'GET /posts/drafts': () => ({ drafts }),
    'PUT /posts/drafts/:id': ({ body, path }) => {
      drafts = [toView(body as Body, path)]
      return { draft: toView(body as Body, path) }
    },
    'POST /posts': () => aPost({ user: annAsAuthor, content: 'A thought' }),
  })
  const { field, close } = await openComposer()
  await userEvent.type(field(), 'A thought')
  await close()
  await waitFor(() => expect(network.count('PUT /posts/drafts/:id')).toBe(1))
  const { body, path } = network.last('PUT /posts/drafts/:id') ?? {}
  expect(body).toMatchObject({ content: 'A thought', pictures: [], language: 'en-US' })
  const { dialog } = await openComposer()
  await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(network.count('POST /posts')).toBe(1))
  const { changedAt } = body as Body
  expect(network.last('POST /posts')?.body).toMatchObject({ draft: { id: path?.split('/').at(-1), changedAt } })
  expect(network.count('PUT /posts/drafts/:id')).toBe(1)
})

it('lists the other drafts, opens one and keeps the current one, and deletes one', async () => {
  let drafts = [aDraft(), aDraft({ _id: ID.replace('d001', 'd002'), content: 'Older', language: 'de' })]
  const network = renderFeed('/home', {
    ...save,
    'GET /posts/drafts': () => ({ drafts }),
    'DELETE /posts/drafts/:id': () => ({ ok: true }),
  })
  const { dialog, field } = await openComposer()
  await userEvent.type(field(), 'Begun here')
  await userEvent.click(await dialog.findByRole('button', { name: 'Drafts (2)' }))
  const list = await findList()
  await userEvent.click(list.getByRole('button', { name: 'Delete draft: From my phone' }))
  await waitFor(() => expect(list.queryByText('From my phone')).toBeNull())
  await waitFor(() => expect(network.last('DELETE /posts/drafts/:id')?.query.get('changedAt')).toBe(LONG_AGO))
  drafts = drafts.slice(1)
  await userEvent.click(list.getByText('Older'))
  await waitFor(() => expect(field()).toHaveValue('Older'))
  expect(dialog.getByRole('combobox', { name: 'Language' })).toHaveValue('de')
  await waitFor(() => expect(network.last('PUT /posts/drafts/:id')?.body).toMatchObject({ content: 'Begun here' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Drafts (1)' }))
  expect((await findList()).getByText('Begun here')).toBeVisible()
})

it('takes what another device has changed since, if nothing was written here', async () => {
  renderFeed('/home', { 'GET /posts/drafts': () => ({ drafts: [aDraft({ changedAt: LATER })] }) }, undefined, () =>
    putSavedDraft(),
  )
  const { field } = await openComposer()
  await waitFor(() => expect(field()).toHaveValue('From my phone'))
})

it('empties the composer if another device has posted the draft', async () => {
  renderFeed('/home', {}, undefined, () => putSavedDraft())
  const { field } = await openComposer()
  await waitFor(() => expect(field()).toHaveValue(''))
})

it('keeps both texts if another device has changed the draft later', async () => {
  const network = renderFeed(
    '/home',
    {
      'GET /posts/drafts': () => ({ drafts: [aDraft({ changedAt: LONG_AGO })] }),
      'PUT /posts/drafts/:id': ({ body, path }) =>
        path.endsWith(ID) ? { refuse: { status: 409, code: 'draft_changed' } } : { draft: toView(body as Body, path) },
    },
    undefined,
    () => putSavedDraft(LATER),
  )
  const { field, close } = await openComposer()
  await userEvent.type(field(), ', offline')
  await close()
  await waitFor(() => expect(network.count('PUT /posts/drafts/:id')).toBe(1))
  const reopened = await openComposer()
  await waitFor(() => expect(network.count('PUT /posts/drafts/:id')).toBe(2))
  expect(network.last('PUT /posts/drafts/:id')?.body).toMatchObject({ content: 'From here, offline' })
  expect(reopened.field()).toHaveValue('From here, offline')
  await userEvent.click(await reopened.dialog.findByRole('button', { name: 'Drafts (1)' }))
  expect((await findList()).getByText('From my phone')).toBeVisible()
})

it('Discard deletes the draft on the server', async () => {
  const network = renderFeed(
    '/home',
    { 'GET /posts/drafts': () => ({ drafts: [aDraft()] }), 'DELETE /posts/drafts/:id': () => ({ ok: true }) },
    undefined,
    () => putSavedDraft(),
  )
  const { dialog } = await openComposer()
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }))
  const question = within(await screen.findByRole('dialog', { name: 'Discard this post?' }))
  await userEvent.click(question.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(network.count('DELETE /posts/drafts/:id')).toBe(1))
})
