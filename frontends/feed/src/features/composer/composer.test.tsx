import { describe, expect, it, jest } from '@jest/globals'
import { annAsAuthor, aPage, aPictureFile, aPost } from '@meadow/features/testing'
import { endComposition } from '@meadow/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

const url = '/media/p/a/m'
const size = { width: 4, height: 3, placeholder: '', sources: [{ url, width: 4 }] }
const media = { _id: 'm', secure_url: url, url, ...size }

async function openComposer() {
  await userEvent.click(await screen.findByRole('button', { name: "What's on your mind?" }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }))
  return {
    dialog,
    field: () => dialog.getByRole('textbox', { name: "What's on your mind?" }),
    submit: () => dialog.getByRole('button', { name: 'Post' }),
    /** Chooses pictures, and waits until they are shown. */
    async choose(...files: File[]) {
      await userEvent.upload(dialog.getByLabelText('Add pictures', { selector: 'input' }), files)
      await dialog.findAllByRole('img', { name: /Preview of/ })
    },
  }
}

const published = (content: string) => aPost({ user: annAsAuthor, content })
const isOpen = () => screen.queryByRole('dialog', { name: 'Create Post' }) !== null

describe('Create Post', () => {
  it('posts with Ctrl and Enter, closes, and puts the post on top of the feed', async () => {
    const network = renderFeed('/home', {
      'GET /posts': () => aPage([aPost({ content: 'Older' })]),
      'POST /posts': () => published('Newer'),
    })
    await screen.findByText('Older')
    const { field } = await openComposer()
    await userEvent.type(field(), 'Newer')
    endComposition('Safari', field(), 'Enter', { ctrlKey: true })
    expect(field()).toBeEnabled()
    await userEvent.type(field(), '{Control>}{Enter}{/Control}')
    await waitFor(() => expect(isOpen()).toBe(false))
    const [first] = screen.getAllByRole('article')
    expect(first).toHaveTextContent('Newer')
    expect(network.last('POST /posts')?.body).toEqual({ content: 'Newer', pictures: [], language: 'en-US' })
  })

  it('opens from Post beside the prompt', async () => {
    renderFeed('/home')
    await userEvent.click(await screen.findByRole('button', { name: 'Post' }))
    expect(await screen.findByRole('dialog', { name: 'Create Post' })).toBeVisible()
  })

  it('says that it failed, and nothing else where the server gives no reason', async () => {
    renderFeed('/home', { 'POST /posts': () => ({ refuse: { status: 500, error: 'Broken' } }) })
    const { dialog, field, submit } = await openComposer()
    await userEvent.type(field(), 'Newer')
    await userEvent.click(submit())
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to create post')
    expect(field()).toHaveValue('Newer')
  })

  it('cannot submit an empty post or only spaces', async () => {
    renderFeed('/home')
    const { field, submit } = await openComposer()
    expect(submit()).toBeDisabled()
    await userEvent.type(field(), '   ')
    expect(submit()).toBeDisabled()
  })

  it('cannot be closed or edited while posting', async () => {
    renderFeed('/home', { 'POST /posts': () => new Promise(() => {}) })
    const { dialog, field, submit } = await openComposer()
    await userEvent.type(field(), 'Hello')
    await userEvent.click(submit())
    expect(dialog.getByRole('button', { name: 'Posting...' })).toHaveAttribute('aria-busy', 'true')
    expect(field()).toBeDisabled()
    expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
    expect(dialog.getByRole('button', { name: 'Add pictures' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(true)
  })

  it('keeps the text if posting fails, and shows the reason', async () => {
    renderFeed('/home', { 'POST /posts': () => ({ refuse: { status: 403, error: 'Not now.' } }) })
    const { dialog, field, submit } = await openComposer()
    await userEvent.type(field(), 'Hello')
    await userEvent.click(submit())
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to create post. Not now.')
    expect(field()).toHaveValue('Hello')
  })

  it('waits above the feed if the server cannot be reached, and is sent later with the same client key', async () => {
    const network = renderFeed('/home', { 'POST /posts': () => 'no network' })
    const { field, submit } = await openComposer()
    await userEvent.type(field(), 'Hello')
    await userEvent.click(submit())
    const waiting = await screen.findByRole('article', { name: 'Your post, not published yet' })
    expect(within(waiting).getByText('Hello')).toBeVisible()
    expect(within(waiting).getByText('Waiting for a connection')).toBeVisible()
    await waitFor(() => expect(isOpen()).toBe(false))

    network.respondWith({ 'POST /posts': () => published('Hello') })
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(waiting).not.toBeInTheDocument())
    const keys = network.calls.filter(({ key }) => key === 'POST /posts').map(({ clientKey }) => clientKey)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  it('can be cancelled while it waits', async () => {
    renderFeed('/home', { 'POST /posts': () => 'no network' })
    const { field, submit } = await openComposer()
    await userEvent.type(field(), 'Hello')
    await userEvent.click(submit())
    const waiting = await screen.findByRole('article', { name: 'Your post, not published yet' })
    await userEvent.click(within(waiting).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(waiting).not.toBeInTheDocument())
  })

  it('says why it was refused while it waited, and goes back into the composer on Edit', async () => {
    const network = renderFeed('/home', { 'POST /posts': () => 'no network' })
    const { field, submit } = await openComposer()
    await userEvent.type(field(), 'Hello')
    await userEvent.click(submit())
    const waiting = await screen.findByRole('article', { name: 'Your post, not published yet' })
    network.respondWith({ 'POST /posts': () => ({ refuse: { status: 403, error: 'Not now.' } }) })
    dispatchEvent(new Event('online'))
    expect(await within(waiting).findByText('Not now.')).toBeVisible()
    expect(within(waiting).getByRole('button', { name: 'Retry' })).toBeVisible()
    await userEvent.click(within(waiting).getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }))
    expect(dialog.getByRole('textbox', { name: "What's on your mind?" })).toHaveValue('Hello')
    await waitFor(() => expect(waiting).not.toBeInTheDocument())
  })

  it('uses a new client key for the same text after it was posted', async () => {
    const network = renderFeed('/home', { 'POST /posts': () => published('Hello') })
    for (const _ of [1, 2]) {
      const { field, submit } = await openComposer()
      await userEvent.type(field(), 'Hello')
      await userEvent.click(submit())
      await waitFor(() => expect(isOpen()).toBe(false))
    }
    const keys = network.calls.filter(({ key }) => key === 'POST /posts').map(({ clientKey }) => clientKey)
    expect(new Set(keys).size).toBe(2)
  })

  it('uses a new client key if the post of a lost response has been deleted since', async () => {
    const network = renderFeed('/home', { 'POST /posts': () => ({ refuse: { status: 404, code: 'post_not_found' } }) })
    const { dialog, field, submit } = await openComposer()
    await userEvent.type(field(), 'Hello')
    await userEvent.click(submit())
    await dialog.findByRole('alert')
    network.respondWith({ 'POST /posts': () => published('Hello') })
    await userEvent.click(submit())
    await waitFor(() => expect(isOpen()).toBe(false))
    const keys = network.calls.filter(({ key }) => key === 'POST /posts').map(({ clientKey }) => clientKey)
    expect(new Set(keys).size).toBe(2)
  })

  it('sends who may comment, the language and the cover of the pictures', async () => {
    const network = renderFeed('/home', { 'POST /media': storePicture, 'POST /posts': () => published('') })
    const { dialog, field, submit, choose } = await openComposer()
    await userEvent.type(field(), 'Fim')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Who can comment' }), 'People I follow')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Language' }), 'pt')
    expect(field()).toHaveAttribute('lang', 'pt')
    expect(dialog.queryByRole('combobox', { name: 'Cover pictures' })).toBeNull()
    await choose(aPictureFile())
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Cover pictures' }), 'Spoiler')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), ' The last page ')
    await userEvent.click(submit())
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(network.last('POST /posts')?.body).toMatchObject({
      language: 'pt',
      commentAudience: 'following',
      pictureCover: { kind: 'spoiler', note: 'The last page' },
    })
    const again = await openComposer()
    expect(again.dialog.getByRole('combobox', { name: 'Who can comment' })).toHaveValue('everyone')
  })

  it('offers the languages of the device by their tags, also if the browser reports locales of POSIX', async () => {
    const languages = jest
      .spyOn(navigator, 'languages', 'get')
      .mockReturnValue(['en-US@posix', 'de_DE', 'de-de', 'C.UTF-8'])
    const network = renderFeed('/home', { 'POST /posts': () => published('') })
    const { dialog, field, submit } = await openComposer()
    const options = within(dialog.getByRole('combobox', { name: 'Language' })).getAllByRole('option')
    expect(options.slice(0, 3).map((option) => option.getAttribute('value'))).toEqual(['en-US', 'de-DE', 'ar'])
    await userEvent.type(field(), 'Posix')
    await userEvent.click(submit())
    await waitFor(() => expect(network.last('POST /posts')?.body).toMatchObject({ language: 'en-US' }))
    languages.mockRestore()
  })

  it('asks once for descriptions of pictures if the member wants to be reminded', async () => {
    const network = renderFeed('/home', { 'POST /media': storePicture, 'POST /posts': () => published('') })
    const { dialog, submit, choose } = await openComposer()
    await choose(aPictureFile())
    await userEvent.click(dialog.getByRole('switch', { name: 'Remind me to describe pictures' }))
    await userEvent.click(submit())
    const question = within(await screen.findByRole('dialog', { name: 'Post without descriptions?' }))
    expect(question.getByText(/^1 picture has no description/)).toBeVisible()
    expect(network.count('POST /media')).toBe(0)
    await userEvent.click(question.getByRole('button', { name: 'Post anyway' }))
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(network.count('POST /posts')).toBe(1)
  })

  it('keeps the draft when it is closed', async () => {
    renderFeed('/home')
    const first = await openComposer()
    await userEvent.type(first.field(), 'Not yet')
    await userEvent.click(first.dialog.getByRole('button', { name: 'Close' }))
    expect(isOpen()).toBe(false)
    const second = await openComposer()
    expect(second.field()).toHaveValue('Not yet')
  })
})

/** Answers uploads with an address for each file name. */
const storePicture = ({ body }: { body: unknown }) => {
  const { name } = (body as FormData).get('file') as File
  return { ...media, url: `/media/p/a/${name}`, secure_url: `/media/p/a/${name}` }
}

const drag = (types: string[], files: File[]) => ({ dataTransfer: { types, files, dropEffect: 'none' } })

describe('the pictures of a post', () => {
  it('are uploaded in their order, and posted with their alt texts and the text', async () => {
    const network = renderFeed('/home', { 'POST /media': storePicture, 'POST /posts': () => published('') })
    const { dialog, field, submit, choose } = await openComposer()
    await choose(aPictureFile('one.png'), aPictureFile('two.png'))
    await userEvent.type(field(), 'Hills')
    await userEvent.click(dialog.getByRole('button', { name: 'Add alt text to picture 2' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Alt text of picture 2' }), 'A green hill')
    await userEvent.click(dialog.getByRole('button', { name: 'Move picture 2 earlier' }))
    expect(network.count('POST /media')).toBe(0)
    await userEvent.click(submit())
    await waitFor(() => expect(isOpen()).toBe(false))
    const form = network.last('POST /media')?.body as FormData
    expect([...form.keys()]).toEqual(['purpose', 'file'])
    expect(network.last('POST /posts')?.body).toEqual({
      content: 'Hills',
      pictures: [
        { url: '/media/p/a/two.png', alt: 'A green hill' },
        { url: '/media/p/a/one.png', alt: '' },
      ],
      language: 'en-US',
    })
  })

  it('block the post if an upload is refused, and are uploaded once each', async () => {
    let attempts = 0
    const network = renderFeed('/home', {
      'POST /media': (call) => (attempts++ === 1 ? { refuse: { status: 400, error: 'Broken' } } : storePicture(call)),
      'POST /posts': () => ({ refuse: { status: 403, error: 'Not now.' } }),
    })
    const { dialog, field, submit, choose } = await openComposer()
    await userEvent.type(field(), 'Hills')
    await choose(aPictureFile('one.png'), aPictureFile('two.png'))
    await userEvent.click(submit())
    expect(await dialog.findByRole('alert')).toBeVisible()
    expect(network.count('POST /posts')).toBe(0)
    expect(field()).toHaveValue('Hills')

    await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('Failed to create post'))
    network.respondWith({ 'POST /posts': () => published('') })
    await userEvent.click(submit())
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(network.count('POST /media')).toBe(3)
  })

  it.each([
    [{ status: 500, error: 'Broken' }, 'Image upload failed'],
    [{ status: 415, code: 'unsupported_type', error: 'Not a picture.' }, 'Not a picture.'],
  ])('name the reason of a failed upload: %j', async (refuse, text) => {
    renderFeed('/home', { 'POST /media': () => ({ refuse }) })
    const { dialog, submit, choose } = await openComposer()
    await choose(aPictureFile())
    await userEvent.click(submit())
    expect((await dialog.findByRole('alert')).textContent).toBe(text)
  })

  it('show their progress, and stay in the draft when the upload is cancelled', async () => {
    const network = renderFeed('/home', { 'POST /media': () => new Promise(() => {}) })
    const { dialog, field, submit, choose } = await openComposer()
    await userEvent.type(field(), 'Hills')
    await choose(aPictureFile())
    await userEvent.click(submit())
    expect(await dialog.findByRole('progressbar', { name: 'Uploading 50%' })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(submit()).toBeEnabled())
    expect(dialog.queryByRole('alert')).toBeNull()
    expect(field()).toHaveValue('Hills')
    expect(dialog.getByRole('img', { name: 'Preview of the picture' })).toBeVisible()
    expect(network.count('POST /posts')).toBe(0)
  })

  it('are checked when they are chosen, which names those that cannot be posted and keeps the others', async () => {
    renderFeed('/home')
    const { dialog, choose } = await openComposer()
    await choose(
      new File(['a list'], 'list.png', { type: 'image/png' }),
      aPictureFile(),
      new File([], 'nothing.png', { type: 'image/png' }),
    )
    expect(dialog.getByRole('alert')).toHaveTextContent(
      '“list.png” is not a JPEG, PNG, WebP or GIF picture. “nothing.png” is empty.',
    )
    expect(dialog.getAllByRole('img', { name: /Preview of/ })).toHaveLength(1)
  })

  it('are at most four', async () => {
    renderFeed('/home')
    const { dialog, choose } = await openComposer()
    await choose(...['1', '2', '3', '4', '5'].map((name) => aPictureFile(`${name}.png`)))
    expect(dialog.getAllByRole('img', { name: /Preview of picture/ })).toHaveLength(4)
    expect(dialog.getByRole('alert')).toHaveTextContent('You can add up to 4 pictures.')
    expect(dialog.getByRole('button', { name: 'Add pictures' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove picture 2' }))
    expect(dialog.queryByRole('alert')).toBeNull()
    expect(dialog.getByRole('button', { name: 'Remove picture 2' })).toHaveFocus()
  })

  it('can be removed again', async () => {
    renderFeed('/home')
    const { dialog, field, submit, choose } = await openComposer()
    await choose(aPictureFile())
    expect(submit()).toBeEnabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove picture' }))
    expect(submit()).toBeDisabled()
    expect(field()).toHaveFocus()
  })

  it('can be dropped and pasted on the prompt, which opens the composer with them', async () => {
    renderFeed('/home')
    const prompt = await screen.findByRole('button', { name: "What's on your mind?" })
    fireEvent.dragEnter(prompt, drag(['Files'], []))
    expect(screen.getByText('Drop pictures here')).toBeVisible()
    fireEvent.drop(prompt, drag(['Files'], [aPictureFile('one.png')]))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }))
    expect(await dialog.findByRole('img', { name: 'Preview of the picture' })).toBeVisible()
    fireEvent.drop(dialog.getByRole('heading'), drag(['Files'], [aPictureFile('three.png')]))
    expect(await dialog.findAllByRole('img', { name: /Preview of picture/ })).toHaveLength(2)
    await userEvent.click(dialog.getByRole('button', { name: 'Remove picture 2' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))

    fireEvent.paste(prompt, { clipboardData: { types: ['Files'], files: [aPictureFile('two.png')] } })
    expect(await dialog.findAllByRole('img', { name: /Preview of picture/ })).toHaveLength(2)
  })

  it('stay in the draft when the composer is closed, and are discarded only after a question', async () => {
    renderFeed('/home')
    const { dialog, field, choose } = await openComposer()
    await userEvent.type(field(), 'Hills')
    await choose(aPictureFile())
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    const again = await openComposer()
    expect(again.field()).toHaveValue('Hills')
    expect(again.dialog.getByRole('img', { name: 'Preview of the picture' })).toBeVisible()

    const discard = async (answer: string) => {
      await userEvent.click(again.dialog.getByRole('button', { name: 'Discard' }))
      const question = within(screen.getByRole('dialog', { name: 'Discard this post?' }))
      await userEvent.click(question.getByRole('button', { name: answer }))
    }
    await discard('Cancel')
    expect(again.field()).toHaveValue('Hills')
    await discard('Discard')
    expect(isOpen()).toBe(false)
    const empty = await openComposer()
    expect(empty.field()).toHaveValue('')
    expect(empty.dialog.queryByRole('img', { name: 'Preview of the picture' })).toBeNull()
  })
})
