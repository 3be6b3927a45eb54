import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
import { createGroupPage, type GroupPage } from './src/pages/group-page.ts'
import { recordSocketFrames, type SocketFrames } from './src/pages/socket-frames.ts'

/** Mara creates a group with Ben and Ida. Tove is a friend of Mara, and not in it. */
test.describe('a group', () => {
  test.describe.configure({ mode: 'serial' })
  let windows: BrowserWindow[]
  let maras: GroupPage
  let bens: GroupPage
  let idas: GroupPage
  let toves: GroupPage
  let idasFrames: SocketFrames
  let tovesFrames: SocketFrames

  test.beforeAll(async ({ product }) => {
    const calls = createApiClient(product.stack.url)
    const members = [
      await calls.register('Mara Fell'),
      await calls.register('Ben Boyd'),
      await calls.register('Ida Lund'),
      await calls.register('Tove Strand'),
    ] as const
    await Promise.all(members.slice(1).map((other) => calls.makeMutualFollowers(members[0], other)))
    windows = []
    const open = async ({ account }: ApiMember) => {
      const window = await product.openSignedIn(account)
      windows.push(window)
      return createGroupPage(window.page)
    }
    maras = await open(members[0])
    bens = await open(members[1])
    idas = await open(members[2])
    toves = await open(members[3])
    idasFrames = recordSocketFrames(idas.page)
    tovesFrames = recordSocketFrames(toves.page)
    for (const { page } of [maras, bens, idas, toves]) await page.goto('/inbox')
    for (const { page } of [maras, bens, idas, toves]) await page.getByText('No messages yet').waitFor()
    await idasFrames.waitForConnection()
    await tovesFrames.waitForConnection()
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('is created with several people by the keyboard, who are invited at once', async () => {
    await maras.page.getByRole('button', { name: 'New Chat' }).press('Enter')
    await maras.page.getByRole('button', { name: 'New group' }).press('Enter')
    const dialog = maras.page.getByRole('dialog', { name: 'New group' })
    for (const name of ['Ben Boyd', 'Ida Lund']) await dialog.getByRole('checkbox', { name }).press('Space')
    await dialog.getByRole('button', { name: 'Next' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Group name' }).fill('Hikers')
    await maras.page.keyboard.press('Enter')
    await maras.heading('Hikers').waitFor()
    await maras.send('The first walk is on Sunday.')
    await maras.message('The first walk is on Sunday.').getByText('Sent').waitFor()
    await maras.log.getByText('Mara Fell created the group').waitFor()
    for (const other of [bens, idas]) await other.row('Hikers').getByText('Mara invites you to this group').waitFor()
  })

  test('is joined by acceptance, and before it shows nothing that was written', async () => {
    await idas.row('Hikers').click()
    await idas.invitation.getByText('Mara Fell invites you to this group').waitFor()
    await expect(idas.field).toHaveCount(0)
    await bens.row('Hikers').click()
    await bens.invitation.getByRole('button', { name: 'Join' }).click()
    await bens.message('The first walk is on Sunday.').waitFor()
    await maras.log.getByText('Ben Boyd joined').waitFor()
    await bens.send('I will bring the map.')
    await maras.message('I will bring the map.').getByRole('link', { name: 'Ben Boyd' }).waitFor()
    await bens.message('I will bring the map.').getByText('Read by Mara').waitFor()
    await expect(idas.page.getByText('The first walk is on Sunday.')).toHaveCount(0)
    expect(idasFrames.events.join()).not.toContain('the map')
  })

  test('reaches three members live', async () => {
    await idas.invitation.getByRole('button', { name: 'Join' }).click()
    await idas.message('I will bring the map.').waitFor()
    await idas.send('And I the tea.')
    for (const other of [maras, bens]) await other.message('And I the tea.').waitFor()
    await idas
      .message('And I the tea.')
      .getByText('Read by Ben and Mara')
      .or(idas.message('And I the tea.').getByText('Read by Mara and Ben'))
      .waitFor()
    await maras.page.getByText('3 members').first().waitFor()
  })

  test('counts what is unread, and takes a deleted message back', async () => {
    await bens.page.goto('/inbox')
    await bens.row('Hikers').waitFor()
    await idas.send('At nine, not at eight!')
    await bens.row('Hikers').getByText('Ida: At nine, not at eight!').waitFor()
    await bens.row('Hikers').getByText('1 unread message').waitFor({ state: 'attached' })
    await idas.delete('At nine, not at eight!')
    await maras.log.getByText('This message was deleted').waitFor()
    await expect(bens.row('Hikers').getByText('1 unread message')).toHaveCount(0)
    await bens.row('Hikers').click()
    await bens.log.getByText('This message was deleted').waitFor()
  })

  test('is written to offline, and sent once', async () => {
    await disconnect(bens.page.context())
    await bens.send('No network on the hill')
    await bens.message('No network on the hill').getByText('Waiting for the network').waitFor()
    await bens.page.reload().catch(() => undefined)
    await bens.message('I will bring the map.').waitFor()
    await bens.message('No network on the hill').waitFor()
    await reconnect(bens.page.context())
    await maras.message('No network on the hill').waitFor()
    await bens
      .message('No network on the hill')
      .getByText(/Sent|Read by/)
      .waitFor()
    await expect(maras.message('No network on the hill')).toHaveCount(1)
  })

  test('is renamed by an admin on all screens, and shows others no such action', async () => {
    await bens.openMenu()
    await expect(bens.page.getByRole('menuitem', { name: 'Rename group' })).toHaveCount(0)
    await bens.page.keyboard.press('Escape')
    await maras.openMenu()
    await maras.page.getByRole('menuitem', { name: 'Rename group' }).click()
    await maras.page.getByRole('textbox', { name: 'Group name' }).fill('Walkers')
    await maras.page.keyboard.press('Enter')
    for (const other of [maras, bens, idas]) await other.heading('Walkers').waitFor()
    await bens.log.getByText('Mara Fell named the group “Walkers”').waitFor()
  })

  test('tells a removed member at once, who sees nothing of it any longer', async () => {
    await maras.openMenu()
    await maras.page.getByRole('menuitem', { name: 'Members' }).click()
    const members = maras.page.getByRole('dialog', { name: 'Members' })
    await members.getByRole('button', { name: 'Actions for Ida Lund' }).click()
    await maras.page.getByRole('menuitem', { name: 'Remove from group' }).click()
    await maras.page.getByRole('dialog', { name: 'Remove Ida Lund?' }).getByRole('button', { name: 'Remove' }).click()
    await idas.page.getByRole('heading', { name: 'You are not in this group' }).waitFor()
    await expect(idas.field).toHaveCount(0)
    await expect(idas.page.getByText('I will bring the map.')).toHaveCount(0)
    await bens.log.getByText('Mara Fell removed Ida Lund').waitFor()
    await maras.page.keyboard.press('Escape')
    await maras.send('Without Ida')
    await bens.message('Without Ida').waitFor()
    expect(idasFrames.events.join()).not.toContain('Without Ida')
  })

  test('is left after a question, and its last admin leaves it to the others', async () => {
    await maras.openMenu()
    await maras.page.getByRole('menuitem', { name: 'Leave group' }).click()
    const question = maras.page.getByRole('dialog', { name: 'Leave Walkers?' })
    await question.getByText('The member who joined first becomes one').waitFor()
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await maras.page.waitForURL('**/inbox')
    await expect(maras.row('Walkers')).toHaveCount(0)
    await bens.log.getByText('Mara Fell left').waitFor()
    await bens.openMenu()
    await bens.page.getByRole('menuitem', { name: 'Rename group' }).waitFor()
    await bens.page.keyboard.press('Escape')
  })

  test('shows a fourth member nothing', () => {
    const received = tovesFrames.events.join()
    for (const secret of ['Sunday', 'the map', 'Hikers', 'Walkers']) expect(received).not.toContain(secret)
  })

  test('shows no error and violates no security policy', () => {
    const problems = windows.flatMap((window) => window.problems)
    const isExpected = (text: string) =>
      text.includes('ERR_INTERNET_DISCONNECTED') || /404.*\/messages\/groups\//.test(text)
    expect(problems.filter((text) => !isExpected(text))).toEqual([])
  })
})
