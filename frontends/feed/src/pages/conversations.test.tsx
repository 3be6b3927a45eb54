import { beforeEach, expect, it, jest } from '@jest/globals'
import { aComment, annAsAuthor, aPage, aPost, fakeIntersectionObserver, somebody } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../testing/render-feed.tsx'

beforeEach(() => fakeIntersectionObserver())

const priya = somebody({ username: 'priya', fullName: 'Priya Nair' })
const toPage = (comments: ReturnType<typeof aComment>[]) => ({ comments, hasMore: false, nextCursor: null })

function openPost(comments: ReturnType<typeof aComment>[], overrides: Parameters<typeof aPost>[0] = {}, search = '') {
  const post = aPost({ commentsCount: comments.length, ...overrides })
  const live = createFakeSocketChannel()
  const network = renderFeed(
    `/post/${post._id}${search}`,
    { 'GET /posts/:id': () => post, 'GET /posts/:id/comments': () => toPage(comments) },
    live,
  )
  return { post, live, network }
}
/** Finds the item of a comment by its text, which a field may contain as well. */
const findItem = async (text: string) =>
  (await screen.findByText(text, { ignore: 'script, style, textarea' })).closest('li') as HTMLElement

it('shows the first two replies below a comment, whom they answer, and all on request', async () => {
  const parent = aComment({ text: 'Parent', repliesCount: 4 })
  const replies = ['one', 'two', 'three', 'four'].map((text) => aComment({ text, parentId: parent._id, user: priya }))
  const [one, two, ...later] = replies as [ReturnType<typeof aComment>, ReturnType<typeof aComment>]
  const answer = { ...two, replyTo: { _id: priya._id, username: 'priya' } }
  const { network } = openPost([{ ...parent, replies: [one, answer] }])
  const shown = within(await screen.findByRole('list', { name: 'Replies to Kofi Mensah' }))
  expect(shown.getByText('one')).toBeVisible()
  expect(shown.getByText('in reply to', { exact: false })).toHaveTextContent('in reply to @priya')
  network.respondWith({ 'GET /posts/:id/comments': () => toPage([one, answer, ...later]) })
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more replies' }))
  expect(await shown.findByText('four')).toBeVisible()
  expect(network.last('GET /posts/:id/comments')?.query.get('parentId')).toBe(parent._id)
  await userEvent.click(screen.getByRole('button', { name: 'Hide replies' }))
  expect(shown.queryByText('four')).not.toBeInTheDocument()
})

it('sends a reply from below its comment, and shows it there', async () => {
  const parent = aComment({ text: 'Parent' })
  const { post, network } = openPost([parent])
  const reply = aComment({ text: 'So do I', parentId: parent._id, user: annAsAuthor })
  network.respondWith({
    'POST /posts/:id/comments': () => ({
      post: { ...post, rev: 2, commentsCount: 2, comments: [reply] },
      comment: reply,
    }),
  })
  await userEvent.click(within(await findItem('Parent')).getByRole('button', { name: 'Reply to Kofi Mensah' }))
  const field = screen.getByRole('textbox', { name: 'Write a reply to Kofi Mensah' })
  expect(field).toHaveFocus()
  await userEvent.type(field, 'So do I{Enter}')
  expect(
    await within(await screen.findByRole('list', { name: 'Replies to Kofi Mensah' })).findByText('So do I'),
  ).toBeVisible()
  expect(field).not.toBeInTheDocument()
  expect(network.last('POST /posts/:id/comments')?.body).toEqual({ text: 'So do I', parentId: parent._id })
  expect(screen.getByRole('region', { name: 'Comments (2)' })).toBeVisible()
})

it('closes the form of a reply with Escape', async () => {
  openPost([aComment({ text: 'Parent' })])
  await userEvent.click(within(await findItem('Parent')).getByRole('button', { name: 'Reply to Kofi Mensah' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('textbox', { name: 'Write a reply to Kofi Mensah' })).not.toBeInTheDocument()
})

it('likes a comment at once, and takes it back if the server refuses', async () => {
  const { network } = openPost([aComment({ text: 'Lovely', likesCount: 1, viewerLiked: false })])
  network.respondWith({
    'POST /posts/:id/comments/:commentId/like': () => ({ refuse: { status: 404, code: 'comment_not_found' } }),
  })
  const item = within(await findItem('Lovely'))
  await userEvent.click(item.getByRole('button', { name: 'Like comment' }))
  await waitFor(() => expect(network.count('POST /posts/:id/comments/:commentId/like')).toBe(1))
  await waitFor(() =>
    expect(item.getByRole('button', { name: 'Like comment' })).toHaveAttribute('aria-pressed', 'false'),
  )
  expect(item.getByText('1 like')).toBeInTheDocument()
})

it('edits an own comment, and says that it was edited', async () => {
  const own = aComment({ text: 'Frist', user: annAsAuthor })
  const { post, network } = openPost([own])
  const editedAt = '2026-05-01T13:00:00.000Z'
  network.respondWith({
    'PUT /posts/:id/comments/:commentId': () => ({
      post: { ...post, rev: 2 },
      comment: { ...own, text: 'First', editedAt },
    }),
  })
  await userEvent.click(within(await findItem('Frist')).getByRole('button', { name: 'Options' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit comment' }))
  const field = screen.getByRole('textbox', { name: 'Edit your comment' })
  await userEvent.clear(field)
  await userEvent.type(field, 'First{Enter}')
  expect(await within(await findItem('First')).findByText('edited')).toBeVisible()
  expect(network.last('PUT /posts/:id/comments/:commentId')?.body).toEqual({ text: 'First', editedAt: null })
})

it('keeps both texts of a comment that was edited elsewhere', async () => {
  const own = aComment({ text: 'Frist', user: annAsAuthor })
  const { post, live, network } = openPost([own])
  const refuse = { status: 409, code: 'edited_elsewhere', error: 'You have edited this elsewhere.' } as const
  network.respondWith({ 'PUT /posts/:id/comments/:commentId': () => ({ refuse }) })
  await userEvent.click(within(await findItem('Frist')).getByRole('button', { name: 'Options' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit comment' }))
  const field = screen.getByRole('textbox', { name: 'Edit your comment' })
  await userEvent.type(field, '!')
  const editedAt = '2026-05-01T13:00:00.000Z'
  await live.receive('commentUpdated', { postId: post._id, commentId: own._id, text: 'From the phone', editedAt })
  expect(await screen.findByText('From the phone')).toBeVisible()
  await userEvent.type(field, '{Enter}')
  expect(await screen.findByText(/edited this elsewhere/)).toBeVisible()
  expect(field).toHaveValue('Frist!')
})

it('deletes an own comment with its replies after a question', async () => {
  const own = aComment({ text: 'Mine', user: annAsAuthor, repliesCount: 1 })
  const reply = aComment({ text: 'Below', parentId: own._id })
  const { post, network } = openPost([{ ...own, replies: [reply] }], { commentsCount: 2 })
  network.respondWith({
    'DELETE /posts/:id/comments/:commentId': () => ({ post: { ...post, rev: 2, commentsCount: 0 } }),
  })
  await userEvent.click(within(await findItem('Mine')).getAllByRole('button', { name: 'Options' })[0] as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete comment' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Comment deleted')).toBeVisible()
  expect(screen.queryByText('Below')).not.toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Comments (0)' })).toBeVisible()
})

it('lets the author of the post hide a comment, and undo that', async () => {
  const { post, network } = openPost([aComment({ text: 'Rude' })], { user: annAsAuthor })
  network.respondWith({ 'POST /posts/:id/comments/:commentId/hide': () => ({ post: { ...post, rev: 2 } }) })
  await userEvent.click(within(await findItem('Rude')).getByRole('button', { name: 'Options' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide comment' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Rude')).toBeVisible()
  expect(network.last('POST /posts/:id/comments/:commentId/hide')?.body).toEqual({ state: false })
})

it('offers no one else to hide, edit or delete', async () => {
  openPost([aComment({ text: 'Other' })])
  await userEvent.click(within(await findItem('Other')).getByRole('button', { name: 'Options' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Copy link',
    'Mute this thread',
    'Mute @kofi',
    'Block @kofi',
    'Report comment',
  ])
})

it('marks the comment of a link, with the focus on it, also if it is not loaded yet', async () => {
  const [listed, parent] = [aComment({ text: 'Listed' }), aComment({ text: 'Parent', repliesCount: 9 })]
  const reply = aComment({ text: 'Linked', parentId: parent._id })
  const scrollIntoView = HTMLElement.prototype.scrollIntoView
  HTMLElement.prototype.scrollIntoView = () => undefined
  const { network } = openPost([listed], {}, `?comment=${reply._id}`)
  network.respondWith({ 'GET /posts/:id/comments/:commentId': () => ({ comment: reply, parent }) })
  const item = await findItem('Linked')
  await waitFor(() => expect(item).toHaveFocus())
  expect(screen.getByRole('list', { name: 'The comment that you followed a link to' })).toContainElement(item)
  expect(screen.getByText('Listed')).toBeVisible()
  HTMLElement.prototype.scrollIntoView = scrollIntoView
})

it('says that the comment of a link is gone', async () => {
  const { network } = openPost([aComment({ text: 'Listed' })], {}, '?comment=gone')
  network.respondWith({
    'GET /posts/:id/comments/:commentId': () => ({ refuse: { status: 404, code: 'comment_not_found' } }),
  })
  expect(await screen.findByText('The comment that you followed a link to is no longer there.')).toBeVisible()
  expect(screen.getByText('Listed')).toBeVisible()
})

it('updates counts live, drops removed comments, and holds new ones back, newest first, until they are asked for', async () => {
  const [one, two] = [aComment({ text: 'One' }), aComment({ text: 'Two' })]
  const { post, live, network } = openPost([one, two])
  network.respondWith({
    'GET /posts/:id/comments': ({ query }) => toPage(query.get('order') === 'newest' ? [two, one] : [one, two]),
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Newest first' }))
  await screen.findByText('Two')
  await live.receive('commentUpdated', { postId: post._id, commentId: one._id, likesCount: 3 })
  expect(await within(await findItem('One')).findByText('3 likes')).toBeInTheDocument()
  const push = { _id: post._id, likes: [], likesCount: 0, commentsCount: 3, rev: 2, actorId: priya._id }
  const { isFollowing: _, ...user } = priya
  const added = { _id: aComment()._id, user, text: 'Three', createdAt: '2026-05-01T14:00:00.000Z' }
  await live.receive('postUpdated', { ...push, comments: [one, two, added] })
  const pill = await screen.findByRole('button', { name: '1 new comment' })
  expect(screen.queryByText('Three')).not.toBeInTheDocument()
  await userEvent.click(pill)
  expect(await screen.findByText('Three')).toBeVisible()
  await live.receive('commentUpdated', { postId: post._id, commentId: two._id, isRemoved: true })
  await waitFor(() => expect(screen.queryByText('Two')).not.toBeInTheDocument())
})

it('adds a reply that arrives live below its comment once, however often it is pushed', async () => {
  const parent = aComment({ text: 'Parent', repliesCount: 0, replies: [] })
  const { post, live } = openPost([parent])
  await screen.findByText('Parent')
  const { isFollowing: _, ...user } = priya
  const reply = { _id: aComment()._id, user, text: 'Live', createdAt: '2026-05-01T14:00:00.000Z', parentId: parent._id }
  const push = { _id: post._id, likes: [], likesCount: 0, commentsCount: 2, actorId: priya._id, comments: [reply] }
  for (const rev of [2, 3]) await live.receive('postUpdated', { ...push, rev })
  const replies = within(await screen.findByRole('list', { name: 'Replies to Kofi Mensah' }))
  expect(replies.getAllByText('Live')).toHaveLength(1)
})

it('folds what the viewer mutes of replies and edits as it arrives, and shows an edit without the word', async () => {
  const parent = aComment({ text: 'Parent', repliesCount: 0, replies: [] })
  const { post, live, network } = openPost([parent])
  network.respondWith({ 'GET /users/muted-words': () => ({ words: [{ text: 'finale', until: null, in: ['feed'] }] }) })
  await screen.findByText('Parent')
  const { isFollowing: _, ...user } = priya
  const reply = {
    _id: aComment()._id,
    user,
    text: 'A finale!',
    createdAt: '2026-05-01T14:00:00.000Z',
    parentId: parent._id,
  }
  const push = { _id: post._id, likes: [], likesCount: 0, commentsCount: 2, actorId: priya._id, comments: [reply] }
  await live.receive('postUpdated', { ...push, rev: 2 })
  await within(await screen.findByRole('list', { name: 'Replies to Kofi Mensah' })).findByText(/Hidden by your muted/)
  expect(screen.queryByText('A finale!')).not.toBeInTheDocument()
  const edit = (text: string, minute: number) =>
    live.receive('commentUpdated', {
      ...{ postId: post._id, commentId: parent._id, text },
      editedAt: `2026-05-01T15:0${minute}:00.000Z`,
    })
  await edit('No FINALE', 1)
  await waitFor(() => expect(screen.getAllByText(/Hidden by your muted/)).toHaveLength(2))
  await edit('No more', 2)
  expect(await screen.findByText('No more')).toBeVisible()
})

it('opens a post from its card by a click, by Enter, and with the comment form focused by Comment', async () => {
  const post = aPost({ content: 'Open me' })
  const responses = {
    'GET /posts': () => aPage([post]),
    'GET /posts/:id': () => post,
    'GET /posts/:id/comments': () => toPage([]),
  }
  renderFeed('/home', responses)
  await userEvent.click(await screen.findByText('Open me'))
  expect(await screen.findByRole('region', { name: 'Comments (0)' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Write a comment' })).not.toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  const card = await screen.findByRole('article')
  act(() => card.focus())
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('region', { name: 'Comments (0)' })
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Comment' }))
  expect(await screen.findByRole('textbox', { name: 'Write a comment' })).toHaveFocus()
})

it('stays on the feed when text of a card is selected, or one of its buttons is pressed', async () => {
  const post = aPost({ content: 'Select me' })
  renderFeed('/home', {
    'GET /posts': () => aPage([post]),
    'POST /posts/:id/like': () => ({ liked: true, likesCount: 1, post }),
  })
  const text = await screen.findByText('Select me')
  getSelection()?.selectAllChildren(text)
  text.click()
  getSelection()?.removeAllRanges()
  await userEvent.click(screen.getByRole('button', { name: 'Like' }))
  expect(screen.queryByRole('region', { name: /^Comments/ })).not.toBeInTheDocument()
})

it('shows the comment form below a card that has the focus, and opens no tab but for the middle button and Ctrl', async () => {
  const post = aPost({ content: 'Tab me' })
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  renderFeed('/home', { 'GET /posts': () => aPage([post]) })
  const card = await screen.findByRole('article')
  act(() => card.focus())
  expect(await within(card).findByRole('textbox', { name: 'Write a comment' })).toBeInTheDocument()
  const text = within(card).getByText('Tab me')
  fireEvent.click(text, { ctrlKey: true })
  fireEvent(text, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  fireEvent(text, new MouseEvent('auxclick', { bubbles: true, button: 2 }))
  expect(open.mock.calls).toEqual(Array(2).fill([`/post/${post._id}`, '_blank', 'noopener']))
  open.mockRestore()
})

it.each([
  ['following', 'Only people whom Kofi Mensah follows can comment.'],
  ['mentioned', 'Only people whom Kofi Mensah mentions can comment.'],
])('says why one may not comment, and offers no reply: %s', async (commentAudience, reason) => {
  openPost([aComment({ text: 'Parent' })], { commentAudience, viewerMayComment: false })
  await findItem('Parent')
  expect(await screen.findByRole('note')).toHaveTextContent(reason)
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Reply/ })).not.toBeInTheDocument()
})
