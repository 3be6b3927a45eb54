import { beforeEach, expect, it } from '@jest/globals'
import { GENDERS } from '@meadow/contracts/limits'
import { annAsAuthor, aPage, aPictureFile, aPost, fakeIntersectionObserver } from '@meadow/features/testing'
import { aProfile } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderProfile } from '../testing/render-profile.tsx'

const ann = aProfile({ bio: 'Reads maps.', birthday: '1990-04-23', avatar: '/media/p/a/1', phone: '+49 30 1' })

type ProfileResponses = Parameters<typeof renderProfile>[1]

beforeEach(() => {
  fakeIntersectionObserver()
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
})

const open = async (responses: ProfileResponses = {}) => {
  const network = renderProfile('/profile/ann', {
    'GET /auth/profile/:idOrUsername': () => ({ user: ann, isFollowing: false }),
    'GET /posts/user/:username': () => aPage([aPost({ user: annAsAuthor })]),
    ...responses,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
  return { network, dialog: within(await screen.findByRole('dialog', { name: 'Edit Profile' })) }
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const write = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}

it('sends changed fields, and updates the member everywhere', async () => {
  const { network } = await open({
    'PUT /auth/profile': ({ body }) => ({ user: { ...ann, ...(body as object) } }),
  })
  await write('Full Name', 'Ann B.')
  await write('Workplace', 'Map shop')
  await userEvent.selectOptions(screen.getByLabelText('Relationship status'), 'Engaged')
  await userEvent.clear(screen.getByLabelText('Birthday'))
  await save()
  expect(await screen.findByText('Profile updated')).toBeVisible()
  expect(network.calls.find(({ key }) => key === 'PUT /auth/profile')?.body).toEqual({
    fullName: 'Ann B.',
    workplace: 'Map shop',
    relationshipStatus: 'engaged',
    birthday: null,
  })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Ann B.' })).toBeVisible()
  expect(screen.getByRole('article', { name: 'Post by Ann B.' })).toBeVisible()
  expect(screen.getByLabelText('me')).toHaveTextContent('Ann B.')
})

it('uploads a new picture first, and removes another', async () => {
  const { network, dialog } = await open({
    'POST /media': () => ({
      _id: 'm1',
      secure_url: '/media/p/a/2',
      url: '/media/p/a/2',
      width: 1,
      height: 1,
      placeholder: '',
      sources: [],
    }),
    'PUT /auth/profile': () => ({ user: ann }),
  })
  const cover = aPictureFile('hills.png')
  await userEvent.upload(dialog.getByLabelText('Change cover', { selector: 'input' }), cover)
  await userEvent.click(dialog.getByRole('button', { name: 'Remove picture' }))
  await save()
  await screen.findByText('Profile updated')
  const upload = network.calls.find(({ key }) => key === 'POST /media')?.body as FormData | undefined
  expect(upload?.get('purpose')).toBe('cover')
  expect(network.calls.find(({ key }) => key === 'PUT /auth/profile')?.body).toEqual({
    avatar: '',
    cover: '/media/p/a/2',
  })
})

it('shows a failed upload beside the picture, and sends nothing else', async () => {
  const { network, dialog } = await open({
    'POST /media': () => ({ refuse: { status: 400, code: 'invalid_picture', error: 'This picture cannot be read' } }),
  })
  const broken = aPictureFile('broken.png')
  await userEvent.upload(dialog.getByLabelText('Change picture', { selector: 'input' }), broken)
  await save()
  expect(await dialog.findAllByText('This picture cannot be read')).toHaveLength(1)
  expect(network.count('PUT /auth/profile')).toBe(0)
})

it('disables Save if a chosen picture is removed again', async () => {
  const { dialog } = await open()
  const cover = aPictureFile('hills.png')
  await userEvent.upload(dialog.getByLabelText('Change cover', { selector: 'input' }), cover)
  await userEvent.click(await dialog.findByRole('button', { name: 'Remove cover' }))
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
})

it('rejects files that are not pictures', async () => {
  const { dialog } = await open()
  const file = new File(['x'], 'cv.pdf', { type: 'application/pdf' })
  await userEvent.upload(dialog.getByLabelText('Change picture', { selector: 'input' }), file, { applyAccept: false })
  expect(await dialog.findByRole('alert')).toHaveTextContent('“cv.pdf” is not a JPEG, PNG, WebP or GIF picture.')
})

it('shows errors beside the fields, and counts the bio', async () => {
  const { network, dialog } = await open()
  await userEvent.clear(screen.getByLabelText('Full Name'))
  await userEvent.clear(screen.getByLabelText('Bio'))
  await userEvent.click(screen.getByLabelText('Bio'))
  await userEvent.paste('x'.repeat(201))
  expect(dialog.getByText('201/200')).toBeVisible()
  await save()
  expect(screen.getByLabelText('Full Name')).toHaveAccessibleDescription('Full name is required')
  expect(screen.getByLabelText('Bio')).toHaveAccessibleDescription('At most 200 characters')
  expect(network.count('PUT /auth/profile')).toBe(0)
})

it('keeps the input if saving fails, and shows the reason', async () => {
  const { network } = await open({
    'PUT /auth/profile': () => ({
      refuse: {
        status: 400,
        code: 'invalid_request',
        error: 'Please check the marked fields',
        fields: { website: 'Not a web address' },
      },
    }),
  })
  await write('Website', 'nowhere')
  await save()
  expect(await screen.findByText('Not a web address')).toBeVisible()
  expect(screen.getByLabelText('Website')).toHaveValue('nowhere')
  expect(screen.getByLabelText('Website')).toHaveAccessibleDescription('Not a web address')
  expect(screen.queryByText('Failed to update profile')).not.toBeInTheDocument()
  expect(screen.getByLabelText('Website')).toHaveFocus()
  network.respondWith({ 'PUT /auth/profile': () => ({ user: { ...ann, website: 'https://nowhere.example' } }) })
  await write('Website', 'nowhere.example')
  await save()
  expect(await screen.findByRole('link', { name: 'nowhere.example' })).toBeVisible()
})

it('shows on the profile what waits after the dialog has closed, and why it was refused, with Retry and Discard', async () => {
  const { network } = await open({ 'PUT /auth/profile': () => 'no network' })
  await write('Full Name', 'Ann B.')
  await save()
  const waiting = within(await screen.findByRole('region', { name: 'Changes of your profile' }))
  expect(waiting.getByText('Waiting for a connection')).toBeVisible()
  expect(waiting.getByRole('button', { name: 'Cancel' })).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Ann B.' })).toBeVisible()

  const refusal = { status: 400, code: 'invalid_request', error: 'This name is not allowed' } as const
  network.respondWith({ 'PUT /auth/profile': () => ({ refuse: refusal }) })
  dispatchEvent(new Event('online'))
  expect(await waiting.findByText('Failed to update profile. This name is not allowed')).toBeVisible()
  expect(await screen.findByRole('heading', { level: 1, name: ann.fullName })).toBeVisible()

  const attempts = network.count('PUT /auth/profile')
  await userEvent.click(waiting.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(network.count('PUT /auth/profile')).toBe(attempts + 1))
  await userEvent.click(await waiting.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('Changes of your profile')).not.toBeInTheDocument())
})

it('shows a bio that waits as plain text, and the links of before when it is discarded', async () => {
  const bioFacets = [{ start: 6, end: 11, tag: 'maps' }]
  const withTag = { ...ann, bio: 'Reads #maps', bioFacets }
  const { network } = await open({
    'GET /auth/profile/:idOrUsername': () => ({ user: withTag, isFollowing: false }),
    'PUT /auth/profile': () => 'no network',
  })
  const main = within(screen.getByRole('main'))
  await write('Bio', 'Draws them all')
  await save()
  expect(await main.findByText('Draws them all')).toBeVisible()
  expect(main.queryByRole('link', { name: '#maps' })).not.toBeInTheDocument()
  const refuse = { status: 400, code: 'words_refused', error: 'Not these words' } as const
  network.respondWith({ 'PUT /auth/profile': () => ({ refuse }) })
  dispatchEvent(new Event('online'))
  expect(await main.findByRole('link', { name: '#maps' })).toHaveAttribute('href', '/tag/maps')
})

it('keeps the input on Close, and discards it on Cancel', async () => {
  await open()
  await write('Location', 'Lake')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.click(screen.getByRole('button', { name: 'Edit Profile' }))
  expect(screen.getByLabelText('Location')).toHaveValue('Lake')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Edit Profile' }))
  expect(screen.getByLabelText('Location')).toHaveValue('')
})

it('lists every gender that can be stored, each with a label of its own', async () => {
  await open()
  const options = within(screen.getByLabelText('Gender')).getAllByRole<HTMLOptionElement>('option')
  expect(options.map(({ value }) => value)).toEqual([...GENDERS])
  expect(new Set(options.map(({ textContent }) => textContent)).size).toBe(GENDERS.length)
})

it('shows the interests, and sends the chosen ones', async () => {
  const newer = { interests: ['maps', 'brand_new'] } as object
  const { network } = await open({
    'GET /auth/profile/:idOrUsername': () => ({
      user: { ...ann, ...newer },
      isFollowing: false,
    }),
    'PUT /auth/profile': ({ body }) => ({ user: { ...ann, ...(body as object) } }),
  })
  expect(screen.getByRole('checkbox', { name: 'Maps' })).toBeChecked()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bread' }))
  await save()
  expect(await screen.findByText('Maps, Bread')).toBeVisible()
  await waitFor(() => expect(network.last('PUT /auth/profile')?.body).toEqual({ interests: ['maps', 'bread'] }))
})
