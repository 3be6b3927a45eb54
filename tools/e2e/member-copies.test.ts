import { describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { attachToSharedStack } from '@meadow/testing/shared-stack'

describe('a changed name and avatar', () => {
  const stack = attachToSharedStack()

  async function call(method: string, path: string, token?: string, body?: object) {
    const isForm = body instanceof FormData
    const response = await fetch(`${stack.url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return { text, json: JSON.parse(text) }
  }

  async function join(fullName: string) {
    const account = createUniqueAccount(fullName)
    const { token, user } = (await call('POST', '/auth/register', undefined, account)).json
    return { ...account, token: token as string, _id: user._id as string }
  }
  type Joined = Awaited<ReturnType<typeof join>>

  async function upload({ token }: Joined, purpose: 'avatar' | 'cover', palette: 'evening' | 'noon' | 'night') {
    const form = new FormData()
    form.set('purpose', purpose)
    form.set(
      'file',
      new Blob([new Uint8Array(await drawSamplePicture(palette, 600, 400))], { type: 'image/png' }),
      'a.png',
    )
    return (await call('POST', '/media', token, form)).json.secure_url as string
  }

  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

  it('replace the old ones in every service', async () => {
    const [vera, otto] = [await join('Vera Oldname'), await join('Otto Reader')]
    const post = (await call('POST', '/posts', vera.token, { content: 'A post of hers' })).json._id
    const other = (await call('POST', '/posts', otto.token, { content: 'A post of his' })).json._id
    await call('POST', `/posts/${other}/comments`, vera.token, { text: 'A comment of hers' })
    await call('POST', `/posts/${other}/like`, vera.token, {})
    await eventually(() => call('POST', `/users/${otto._id}/follow`, vera.token, { state: true })) // retried until the read model contains him
    await eventually(() => call('POST', `/users/${vera._id}/follow`, otto.token, { state: true }))

    /** Reads all responses that contain the member, by path. */
    const readMemberViews = async (): Promise<Record<string, string>> => {
      const paths = [
        '/posts?scope=all&limit=50',
        '/posts?scope=following',
        `/posts?ids=${post},${other}`,
        `/posts/${post}`,
        `/posts/${other}`,
        `/posts/${other}/comments`,
        `/posts/user/${vera.username}`,
        '/posts/notifications',
        `/auth/profile/${vera.username}`,
        `/auth/profile/${otto.username}/followers`,
        `/auth/profile/${otto.username}/following`,
        '/auth/users?limit=50',
        `/auth/users?query=@${vera.username}`,
      ]
      const read = async (path: string, token: string) => [path, (await call('GET', path, token)).text]
      const all = await Promise.all([...paths.map((path) => read(path, otto.token)), read('/auth/me', vera.token)])
      const { email, password } = vera
      const signedIn = await call('POST', '/auth/login', undefined, { email, password })
      const { name, picture } = claimsOf(signedIn.json.token)
      return Object.fromEntries([
        ...all,
        ['login', signedIn.text],
        ['token', JSON.stringify({ fullName: name, avatar: picture })],
      ])
    }
    await eventually(async () => {
      for (const shown of Object.values(await readMemberViews())) expect(shown).toContain(vera.fullName)
    })

    const pictures = { avatar: await upload(vera, 'avatar', 'evening'), cover: await upload(vera, 'cover', 'night') }
    await call('PUT', '/auth/profile', vera.token, { fullName: 'Vera Between', ...pictures })
    const avatar = await upload(vera, 'avatar', 'noon')
    const { user } = (await call('PUT', '/auth/profile', vera.token, { fullName: 'Vera Newname', avatar })).json
    expect(user).toMatchObject({ fullName: 'Vera Newname', avatar, cover: pictures.cover })

    await eventually(async () => {
      for (const [path, shown] of Object.entries(await readMemberViews())) {
        const view = `${path} ${shown}`
        expect(view).toContain('Vera Newname')
        expect(view).toContain(avatar)
        expect(view).not.toMatch(/Vera (Oldname|Between)/)
        expect(view).not.toContain(pictures.avatar)
      }
    })
    const again = await call('POST', `/posts/${other}/comments`, vera.token, { text: 'With a token of before' })
    expect(again.text).not.toMatch(/Vera (Oldname|Between)/)
    expect((await call('GET', '/auth/users?query=vera%20between', otto.token)).json.users).toEqual([])
  })
})
