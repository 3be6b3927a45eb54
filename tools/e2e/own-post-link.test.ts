import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { findPost, follow, publish, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Stone')
const ben = createUniqueAccount('Ben Lane')

test('a link to a post of ours shows that post, in posts and messages', async ({ product }) => {
  const { page: adas } = await product.openSignedUp(ada)
  const { page: bens } = await product.openSignedUp(ben)
  const text = `Nine walls of ${ada.username}, and why they stay green`
  await publish(adas, text)
  const published = findPost(adas, text).and(adas.locator('[data-post]')) // sent, not waiting
  const postId = await published.getAttribute('data-post')
  const link = `${product.stack.url}/post/${postId}`
  const name = new RegExp(`Ada Stone.*${text}`)

  await follow(adas, ben)
  await follow(bens, ada)
  const [from, to] = [createChatPage(adas), createChatPage(bens)]
  await adas.goto(`/chat/${ben.username}`)
  await reloadUntilVisible(adas, adas.getByText('Say hello to'))
  await from.send(`Read ${link}`)
  await bens.goto(`/chat/${ada.username}`)
  for (const { message } of [from, to])
    await expect(message('Read').getByRole('link', { name })).toBeInViewport({ ratio: 1 })

  await bens.goto('/home')
  await publish(bens, `By a friend: ${link}`)
  await findPost(bens, 'By a friend').getByRole('link', { name }).click()
  await expect(bens).toHaveURL(new RegExp(`/post/${postId}$`))
})
