import type { Locator, Page } from '@playwright/test'

/** Drops files on an element, as the browser does for a drag from another program. */
export async function dropFiles(target: Locator, paths: readonly string[]): Promise<void> {
  const page = target.page()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('The target of the drop is not visible')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  const devTools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, x, y, data })
  await devTools.detach()
}

/** Copies a PNG to the clipboard and pastes it where the focus is. */
export async function pastePicture(page: Page, png: Buffer): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })])
  }, png.toString('base64'))
  await page.keyboard.press('Control+V')
}
