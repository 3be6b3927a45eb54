import { type Person, theOnly } from './accounts.ts'
import { type Caller, createCalls } from './api-client.ts'
import { talk } from './sample-conversation.ts'
import { drawPicture } from './sample-pictures.ts'

type Who = Pick<Person, 'username' | 'fullName'>

/** Who and what the screens show. */
export type Cast = {
  /** Whoever looks; has written, and is told of something. */
  viewer: Person
  /** Has a profile, pictures and followers, and talks with the viewer (`../talk.ts`). */
  partner: Who
  /** Follows the viewer and is followed; nothing was written yet. */
  silent: Who
  /** Has just come, and knows nobody. */
  newcomer: Person
  /** A post with a picture, likes and comments. */
  postId: string
}

/** Nearly as long as a name may be, in words that no line ends in. */
const LONG_NAME = 'Lena Wolfeschlegelsteinhausenbergerdorff-Featherstonehaughmarchbanks the Third'

/** A few members who know each other, made by calls, so that screens have something to show. */
export async function settle(url: string): Promise<Cast> {
  const calls = createCalls(url)
  const { call, edit, follow, join } = calls

  const upload = async (by: Caller, picture: Buffer) => {
    const form = new FormData()
    form.set('purpose', 'post')
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
    return (await call<{ secure_url: string }>('/media', { by, body: form })).secure_url
  }
  const publish = async (by: Caller, content: string, picture?: { file: Buffer; alt: string }) => {
    const image = picture && { image: await upload(by, picture.file), alt: picture.alt }
    return (await call<{ _id: string }>('/posts', { by, body: { content, ...image } }))._id
  }
  const like = (by: Caller, postId: string) => call(`/posts/${postId}/like`, { by, body: { state: true } })
  const comment = (by: Caller, postId: string, text: string) =>
    call(`/posts/${postId}/comments`, { by, body: { text } })

  const [viewer, mara, jonas, lena, ines, newcomer] = [
    await join(theOnly('Wren Ashby')),
    await join(theOnly('Mara Lindqvist')),
    await join(theOnly('Jonas Okoro')),
    await join({ ...theOnly('Lena Vogel'), fullName: LONG_NAME }),
    await join(theOnly('Ines Duarte')),
    await join(theOnly('Juno Park')),
  ]
  await Promise.all([
    follow(mara, viewer),
    follow(jonas, lena),
    follow(lena, ines),
    follow(viewer, mara),
    follow(mara, lena),
  ])
  await Promise.all([
    edit(viewer, { bio: 'Leeks, ladders, late trains.', location: 'Old Harbour' }),
    edit(jonas, { bio: 'Bread before seven. Maps after.' }),
    edit(mara, {
      bio: 'Field biologist, lake swimmer, keeper of an old barn and eleven swallows. I write down what the year does.',
      location: 'Varmland',
      website: 'maralindqvist.example',
      workplace: 'Lake Station',
      education: 'Lund',
      hometown: 'Arvika',
      currentCity: 'Karlstad',
      relationshipStatus: 'married',
    }),
  ])
  await publish(
    ines,
    'Does anybody know a good way to keep slugs away from young lettuce? Asking for a friend with a garden.',
  )
  await publish(lena, 'Slept with the window open for the first time this year.', {
    file: await drawPicture('night', 900, 1200),
    alt: 'The moon above dark hills',
  })
  const walk = await publish(mara, 'Took the long way home. It was worth every step, and the dog agrees.', {
    file: await drawPicture('noon'),
    alt: 'Green hills under a bright sky',
  })
  await comment(jonas, walk, 'Which way is that? I only ever take the short one.')
  await comment(lena, walk, 'The one past the old mill. Take bread for the ducks.')
  await comment(viewer, walk, 'Next time I come along.')
  await comment(lena, walk, 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft')
  await Promise.all([like(viewer, walk), like(jonas, walk), like(lena, walk)])
  const own = await publish(viewer, 'First seedlings are out. Nobody told me how small a leek begins.')
  await Promise.all([like(mara, own), like(jonas, own), follow(ines, viewer), follow(viewer, ines)])
  await comment(lena, own, 'They catch up. Mine were late, too.')
  await publish(jonas, 'Bread, second attempt. Edible this time!')
  await talk(calls, mara, viewer)
  return {
    viewer: viewer.person,
    partner: mara.person,
    silent: ines.person,
    newcomer: newcomer.person,
    postId: walk,
  }
}
