import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { clearStoredQueries } from '../pages/stored-queries.ts'
import { waitForFrames } from './network-idle.ts'
import type { Screen } from './screen.ts'

const inbox: Screen = async (page, { partner, show }) => {
  await page.goto('/inbox')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().waitFor()
  await show('inbox')
  await page.getByRole('button', { name: 'New Chat' }).click()
  await page.getByRole('dialog').getByRole('link', { name: partner.fullName }).waitFor()
  await show('inbox-new-chat')
  await page.keyboard.press('Escape')
  await page.getByLabel('Search conversations').fill('nobody at all')
  await page.getByText('Nothing found').waitFor()
  await show('inbox-none')
}

/** Nothing is chosen: other windows of the member show the same conversations. */
const conversationSettings: Screen = async (page, { partner, show }) => {
  await page.goto('/inbox')
  const rows = page.getByRole('list', { name: 'Conversations' })
  await rows.getByRole('button', { name: `Actions for ${partner.fullName}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Pin' }).waitFor()
  await show('inbox-menu')
  await page.getByRole('menuitem', { name: 'Mute notifications' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '8 hours' }).waitFor()
  await show('inbox-mute')
}

const conversation: Screen = async (page, { partner, show }) => {
  const field = page.getByLabel(`Message ${partner.fullName}`)
  await page.goto(`/chat/${partner.username}`)
  const log = page.getByRole('log')
  await log.getByText('See you at the barn at six then').waitFor()
  await log.getByRole('img').first().waitFor()
  await show('chat')
  const question = log.getByRole('article').filter({ hasText: 'Want to come and count' }).first()
  await question.getByRole('button', { name: 'React', exact: true }).focus()
  await waitForFrames(page, 2) // the end of the scroll that the focus causes, which would close what opens
  await question.getByRole('button', { name: 'React', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'thumbs up' }).waitFor()
  await show('chat-react')
  await page.getByRole('button', { name: 'More emoji' }).click()
  await page.getByRole('button', { name: 'hedgehog' }).waitFor()
  await show('chat-emoji')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Actions' }).press('Enter')
  await show('chat-menu')
  await page.getByRole('menuitem', { name: 'Reply' }).press('Enter')
  await field.fill('x'.repeat(240))
  await show('chat-reply')
  await field.fill('word '.repeat(300))
  await page.getByRole('button', { name: 'Send as 2 messages' }).waitFor()
  await show('chat-long')
  await field.fill('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowUp')
  await page.getByText('Edit message').waitFor()
  await show('chat-edit')
  await page.keyboard.press('Escape')
}

/** The card of a link in a message of each member: with a picture and without. */
const linkPreview: Screen = async (page, { partner, show }) => {
  const picture = await drawSamplePicture('noon')
  const url = 'https://www.example.org/moss/in-winter'
  const file = { url: '/media/c/preview', width: 1200 }
  const linkPreview = {
    url,
    title: 'Moss in winter, and why the wall behind the old mill stays green until the first long frost of the year',
    description: '',
    site: 'Walls',
  }
  const details = {
    description: 'It needs no roots and little light. A walk along nine walls, with a map.',
    picture: {
      ...{ _id: randomUUID(), secure_url: file.url, url: file.url, width: 1200, height: 800, placeholder: '' },
      sources: [file],
    },
  }
  await page.route('**/media/c/preview', (route) => route.fulfill({ contentType: 'image/png', body: picture }))
  await page.route(/\/api\/messages\/[0-9a-f-]{36}(\?.*)?$/, async (route) => {
    const response = await route.fetch()
    const shown = (await response.json()) as { messages: { _id: string }[] }
    const last = shown.messages.length - 2
    const messages = shown.messages.map((message, index) =>
      index < last
        ? message
        : {
            ...message,
            content: `Look: ${url}`,
            ...{
              messageType: 'text',
              imageUrl: '',
              media: null,
              pictures: [],
              voice: undefined,
              video: undefined,
              reactions: [],
            },
            facets: [{ start: 6, end: 6 + url.length, url }],
            linkPreview: { ...linkPreview, ...(index > last && details) },
          },
    )
    await route.fulfill({ response, json: { ...shown, messages } })
  })
  await page.goto('/terms')
  await clearStoredQueries(page)
  await page.goto(`/chat/${partner.username}`)
  await page
    .getByRole('link', { name: /Moss in winter/ })
    .last()
    .waitFor()
  await show('chat-link-preview')
  await page.unrouteAll()
}

const voice: Screen = async (page, { partner, show }) => {
  await page.goto(`/chat/${partner.username}`)
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await page.getByRole('timer').getByText('0:01').waitFor()
  await show('chat-recording')
  await page.getByRole('button', { name: 'Discard recording' }).click()
}

/** A conversation whose messages disappear, with its system line, and the choice for whom a message is deleted. */
const vanishing: Screen = async (page, { partner, show }) => {
  const expiresAt = new Date(Date.now() + 6 * 86_400_000).toISOString()
  const disappearAfter = 604_800
  await page.route(/\/api\/messages\/conversations\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch()
    const { conversation } = (await response.json()) as { conversation: object }
    await route.fulfill({ response, json: { conversation: { ...conversation, disappearAfter } } })
  })
  await page.route(/\/api\/messages\/[0-9a-f-]{36}(\?.*)?$/, async (route) => {
    const response = await route.fetch()
    const shown = (await response.json()) as { messages: object[] }
    const last = shown.messages.length - 1
    const line = {
      messageType: 'system',
      content: '',
      pictures: [],
      media: null,
      imageUrl: '',
      replyTo: null,
      reactions: [],
    }
    const system = { event: 'disappearing', disappearAfter }
    const messages = shown.messages.map((message, index) => {
      if (index < last - 2) return message
      return index === last - 2 ? { ...message, ...line, voice: undefined, system } : { ...message, expiresAt }
    })
    await route.fulfill({ response, json: { ...shown, messages } })
  })
  await page.goto('/terms')
  await clearStoredQueries(page)
  await page.goto(`/chat/${partner.username}`)
  await page.getByText(/turned on disappearing messages: 7 days/).waitFor()
  await show('chat-vanishing')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Disappearing messages/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '1 day' }).waitFor()
  await show('chat-disappear')
  await page.keyboard.press('Escape')
  const own = page.getByRole('article', { name: 'Your message' }).last()
  await own.getByRole('button', { name: 'Actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for everyone' }).waitFor()
  await show('chat-delete')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => history.state?.layer === undefined) // its entry is gone, which would abort a navigation
  await page.unrouteAll()
  await page.goto('/terms')
  await clearStoredQueries(page) // the next screens show what the server has
  await page.goto(`/chat/${partner.username}`)
}

const VIDEO_FILE = fileURLToPath(new URL('../../../../packages/voice/tests/recordings/video.webm', import.meta.url))

const video: Screen = async (page, { partner, show }) => {
  await page.goto(`/chat/${partner.username}`)
  await page.getByRole('main').locator('input[type=file]').setInputFiles(VIDEO_FILE)
  const dialog = page.getByRole('dialog', { name: 'Send a video' })
  await dialog.getByText(/^Length: /).waitFor()
  await show('chat-video-preview')
  await dialog.getByRole('button', { name: 'Send video' }).click()
  await page.getByRole('log').locator('video[poster]').last().waitFor()
  await show('chat-video')
}

const pictures: Screen = async (page, { show }) => {
  const file = { name: 'hill.png', mimeType: 'image/png', buffer: await drawSamplePicture() }
  await page.getByRole('main').locator('input[type=file]').setInputFiles([file, file])
  await page.getByRole('button', { name: 'Add alt text to picture 2' }).click()
  await show('chat-pictures')
  for (const name of ['Remove picture 2', 'Remove picture'])
    await page.getByRole('button', { name, exact: true }).click()
}

const sidePanels: Screen = async (page, { partner, show }) => {
  await page.getByRole('button', { name: 'Search messages' }).click()
  await page.getByLabel('Search in this chat').fill('barn')
  await page.getByRole('list', { name: 'Search results' }).waitFor()
  await show('chat-search')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Sent by').selectOption(partner.fullName)
  await page.getByRole('list', { name: 'Search results' }).waitFor()
  await show('chat-search-filters')
  await page.goto(`/chat/${partner.username}`) // at its end
  await page.getByRole('log').getByRole('button', { name: '1 reply' }).click()
  await page.getByRole('complementary', { name: 'Thread' }).getByText('The one with the red door.').waitFor()
  await show('chat-thread')
  await page.getByRole('button', { name: 'Close thread' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Block @/ }).waitFor()
  await show('chat-more')
  await page.getByRole('menuitem', { name: 'Media, links and starred' }).click()
  const contents = page.getByRole('complementary', { name: 'Media, links and starred' })
  await contents.getByRole('tab', { name: 'Pictures' }).waitFor()
  await contents.getByText('Loading').waitFor({ state: 'hidden' })
  await show('chat-media')
  await contents.getByRole('tab', { name: 'Videos' }).click()
  await contents.getByText('Loading').waitFor({ state: 'hidden' })
  await show('chat-videos')
  await contents.getByRole('tab', { name: 'Links' }).click()
  await contents.getByText('Loading').waitFor({ state: 'hidden' })
  await show('chat-links')
  await contents.getByRole('tab', { name: 'Starred' }).click()
  await contents.getByText('Only you see your stars.').waitFor()
  await show('chat-no-stars')
  await page.getByRole('button', { name: 'Close media, links and starred' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Go to date' }).click()
  await page.getByLabel('Day', { exact: true }).waitFor()
  await show('chat-date')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Clear history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).waitFor()
  await show('chat-clear')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Privacy with @/ }).click()
  await page.getByLabel('When I am online').waitFor()
  await show('chat-privacy')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Select messages' }).click()
  await page.getByRole('checkbox').first().check()
  await show('chat-select')
  await page.getByRole('button', { name: 'Cancel selection' }).click()
  await page.waitForFunction(() => history.state?.layer === undefined) // its entry is gone, which would abort a navigation
}

const problems: Screen = async (page, { newMember: newcomer, silentFriend: silent, show }) => {
  await page.goto('/chat/nobody.at.all')
  await page.getByRole('heading', { name: 'User not found' }).waitFor()
  await show('chat-not-found')
  await page.goto(`/chat/${newcomer.username}`)
  await page.getByText('will get this as a message request').waitFor()
  await show('chat-request-new')
  await page.goto(`/chat/${silent.username}`)
  await page.getByText('Say hello to').first().waitFor()
  await show('chat-empty')
}

const failures: Screen = async (page, { partner, show }) => {
  const calls = /\/api\/messages\//
  await page.route(calls, (route) => route.fulfill({ status: 500, json: { error: 'Something went wrong' } }))
  await page.goto('/terms')
  await clearStoredQueries(page) // otherwise the data of the earlier visit is shown
  await page.goto('/inbox')
  await page.getByText('Failed to load conversations').waitFor()
  await show('inbox-failed')
  await page.goto(`/chat/${partner.username}`)
  await page.getByText('Failed to load messages').waitFor()
  await show('chat-failed')
  await page.unroute(calls)
}

const offline: Screen = async (page, { partner, show }) => {
  await page.goto(`/chat/${partner.username}`)
  await page.getByRole('log').getByText('See you at the barn at six then').waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline').waitFor()
  await show('chat-offline')
  await page.context().setOffline(false)
  await page.getByText('You are offline').waitFor({ state: 'detached' })
}

export const chatScreens: Screen[] = [
  inbox,
  conversationSettings,
  conversation,
  linkPreview,
  voice,
  vanishing,
  video,
  pictures,
  sidePanels,
  problems,
  failures,
  offline,
]
