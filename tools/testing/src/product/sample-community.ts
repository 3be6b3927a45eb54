import { createUniqueAccount, type TestAccount } from './accounts.ts'
import { type ApiMember, createApiClient } from './api-client.ts'
import { createSampleConversation } from './sample-conversation.ts'
import { drawSamplePicture } from './sample-pictures.ts'

type SampleMember = Pick<TestAccount, 'username' | 'fullName'>

/** The members and the post that the screens show. */
export type SampleCommunity = {
  /** The signed-in member. Has posts and notifications. */
  viewer: TestAccount
  /** Has a profile, pictures, followers and a conversation with the viewer. */
  partner: SampleMember
  /** A mutual follower without messages. */
  silentFriend: SampleMember
  /** Has just signed up and follows nobody. */
  newMember: TestAccount
  /** A post with a picture, likes and comments. */
  postId: string
}

/** Almost the maximum length, in words too long for a line. */
const LONG_NAME = 'Lena Wolfeschlegelsteinhausenbergerdorff-Featherstonehaughmarchbanks the Third'

/** Creates a few members with posts, follows and messages through the API, as content for the screens. */
export async function createSampleCommunity(url: string): Promise<SampleCommunity> {
  const calls = createApiClient(url)
  const { call, edit, follow, register: join } = calls

  const publish = async (by: ApiMember, content: string, picture?: { file: Buffer; alt: string }) => {
    const image = picture && { image: await calls.uploadPicture(by, 'post', picture.file), alt: picture.alt }
    return (await call<{ _id: string }>('/posts', { by, body: { content, ...image } }))._id
  }
  const like = (by: ApiMember, postId: string) => call(`/posts/${postId}/like`, { by, body: { state: true } })
  const comment = (by: ApiMember, postId: string, text: string) =>
    call(`/posts/${postId}/comments`, { by, body: { text } })

  const [viewer, mara, jonas, lena, ines, newcomer] = [
    await join('Wren Ashby'),
    await join('Mara Lindqvist'),
    await join('Jonas Okoro'),
    await join({ ...createUniqueAccount('Lena Vogel'), fullName: LONG_NAME }),
    await join('Ines Duarte'),
    await join('Juno Park'),
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
    file: await drawSamplePicture('night', 900, 1200),
    alt: 'The moon above dark hills',
  })
  const walk = await publish(mara, 'Took the long way home. It was worth every step, and the dog agrees.', {
    file: await drawSamplePicture('noon'),
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
  await createSampleConversation(calls, mara, viewer)
  return {
    viewer: viewer.account,
    partner: mara.account,
    silentFriend: ines.account,
    newMember: newcomer.account,
    postId: walk,
  }
}
