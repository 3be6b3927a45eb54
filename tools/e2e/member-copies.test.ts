import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

test('a changed name and avatar replace the old ones in every service', async ({ stack }) => {
  const { call, edit, follow, register, uploadPicture } = createApiClient(stack.url)
  const [vera, otto] = [await register('Vera Oldname'), await register('Otto Reader')]
  const { _id: post } = await call<{ _id: string }>('/posts', { by: vera, body: { content: 'A post of hers' } })
  const { _id: other } = await call<{ _id: string }>('/posts', { by: otto, body: { content: 'A post of his' } })
  await call(`/posts/${other}/comments`, { by: vera, body: { text: 'A comment of hers' } })
  await call(`/posts/${other}/like`, { by: vera, body: {} })
  await follow(vera, otto)
  await follow(otto, vera)

  const upload = async (purpose: 'avatar' | 'cover', palette: 'evening' | 'noon' | 'night') =>
    uploadPicture(vera, purpose, await drawSamplePicture(palette, 600, 400))

  /** Reads all responses that contain the member, by path. */
  const readMemberViews = async (): Promise<[path: string, view: string][]> => {
    const { username, email, password } = vera.account
    const paths = [
      '/posts?scope=all&limit=50',
      '/posts?scope=following',
      `/posts?ids=${post},${other}`,
      `/posts/${post}`,
      `/posts/${other}`,
      `/posts/${other}/comments`,
      `/posts/user/${username}`,
      '/posts/notifications',
      `/auth/profile/${username}`,
      `/auth/profile/${otto.account.username}/followers`,
      `/auth/profile/${otto.account.username}/following`,
      '/auth/users?limit=50',
      `/auth/users?query=@${username}`,
    ]
    const read = async (path: string, by: ApiMember) => [path, JSON.stringify(await call(path, { by }))] as const
    const all = await Promise.all([...paths.map((path) => read(path, otto)), read('/auth/me', vera)])
    const signedIn = await call<{ token: string }>('/auth/login', { body: { email, password } })
    const { name, picture } = claimsOf(signedIn.token)
    const token = JSON.stringify({ fullName: name, avatar: picture })
    return [...all, ['login', JSON.stringify(signedIn)], ['token', token]] as [string, string][]
  }
  await expect(async () => {
    for (const [, view] of await readMemberViews()) expect(view).toContain('Vera Oldname')
  }).toPass()

  const pictures = { avatar: await upload('avatar', 'evening'), cover: await upload('cover', 'night') }
  await edit(vera, { fullName: 'Vera Between', ...pictures })
  const avatar = await upload('avatar', 'noon')
  const edited = await edit(vera, { fullName: 'Vera Newname', avatar })
  expect(edited).toMatchObject({ user: { fullName: 'Vera Newname', avatar, cover: pictures.cover } })

  await expect(async () => {
    for (const [path, view] of await readMemberViews()) {
      expect(view, path).toContain('Vera Newname')
      expect(view, path).toContain(avatar)
      expect(view, path).not.toMatch(/Vera (Oldname|Between)/)
      expect(view, path).not.toContain(pictures.avatar)
    }
  }).toPass()
  const again = await call(`/posts/${other}/comments`, { by: vera, body: { text: 'With a token of before' } })
  expect(JSON.stringify(again)).not.toMatch(/Vera (Oldname|Between)/)
  expect(await call('/auth/users?query=vera%20between', { by: otto })).toMatchObject({ users: [] })
})

test('a picture of a post is refused as avatar and cover, and the reverse', async ({ stack }) => {
  const { call, edit, register, uploadPicture } = createApiClient(stack.url)
  const vera = await register('Vera Purpose')
  const picture = await drawSamplePicture('evening', 60, 40)
  const [ofPost, avatar, cover] = [
    await uploadPicture(vera, 'post', picture),
    await uploadPicture(vera, 'avatar', picture),
    await uploadPicture(vera, 'cover', picture),
  ]
  for (const refused of [{ avatar: ofPost }, { cover: ofPost }, { avatar: cover }, { cover: avatar }])
    await expect(edit(vera, refused)).rejects.toThrow(/400: .*invalid_request/)
  for (const image of [avatar, cover])
    await expect(call('/posts', { by: vera, body: { image } })).rejects.toThrow(/400: .*invalid_request/)
  expect(await edit(vera, { avatar, cover })).toMatchObject({ user: { avatar, cover } })
  expect(await call('/posts', { by: vera, body: { image: ofPost } })).toMatchObject({ image: ofPost })
})
