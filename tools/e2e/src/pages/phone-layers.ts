import type { Locator, Page } from '@playwright/test'

/** A layer over a page that Back closes. */
export type PhoneLayer = {
  name: string
  path: string
  /** The control that opens the layer. */
  findOpener: (page: Page) => Locator
  findLayer: (page: Page) => Locator
  /** Opens the page of the layer further than its path, such as the menu with the opener. */
  prepare?: (page: Page) => Promise<void>
}

const findButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
const findDialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
const findMenu = (page: Page) => page.getByRole('menu')
const findPostMenu = (page: Page) =>
  page.getByRole('article').getByRole('button', { name: 'More', exact: true }).first()

/** Returns the layers of the product on the phone. The member has a post with a picture, and chats with `partner`. */
export function listPhoneLayers({ username, partner }: { username: string; partner: string }): PhoneLayer[] {
  const profile = `/profile/${username}`
  const chat = `/chat/${partner}`
  const openChatMenu = async (page: Page) => findButton('More')(page).tap()
  return [
    {
      name: 'the composer',
      path: '/home',
      findOpener: findButton("What's on your mind?"),
      findLayer: findDialog('Create Post'),
    },
    { name: 'the menu of a post', path: profile, findOpener: findPostMenu, findLayer: findMenu },
    {
      name: 'the picture viewer',
      path: profile,
      findOpener: findButton(/^Open picture/),
      findLayer: findDialog('Picture'),
    },
    {
      name: 'the confirmation that a menu opened',
      path: profile,
      prepare: async (page) => findPostMenu(page).tap(),
      findOpener: (page) => page.getByRole('menuitem', { name: 'Delete post' }),
      findLayer: findDialog('Delete post'),
    },
    {
      name: 'the editor of the profile',
      path: profile,
      findOpener: findButton('Edit Profile'),
      findLayer: findDialog('Edit Profile'),
    },
    { name: 'a new chat', path: '/inbox', findOpener: findButton('New Chat'), findLayer: findDialog('New Chat') },
    { name: 'the menu of a chat', path: chat, findOpener: findButton('More'), findLayer: findMenu },
    {
      name: 'the search in a chat',
      path: chat,
      findOpener: findButton('Search messages'),
      findLayer: (page) => page.getByLabel('Search in this chat'),
    },
    {
      name: 'the selection of messages',
      path: chat,
      prepare: openChatMenu,
      findOpener: (page) => page.getByRole('menuitem', { name: 'Select messages' }),
      findLayer: findButton('Cancel selection'),
    },
    {
      name: 'the threads of a chat',
      path: chat,
      prepare: openChatMenu,
      findOpener: (page) => page.getByRole('menuitem', { name: 'Threads' }),
      findLayer: (page) => page.getByRole('complementary', { name: 'Threads' }),
    },
    {
      name: 'the emoji of a chat',
      path: chat,
      findOpener: findButton('Insert an emoji'),
      findLayer: findDialog('Insert an emoji'),
    },
  ]
}
