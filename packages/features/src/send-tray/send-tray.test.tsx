import { describe, expect, it } from '@jest/globals'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPictureFile } from '../testing/fixtures.ts'
import { PictureDropZone } from './picture-drop-zone.tsx'
import { SendTray } from './send-tray.tsx'
import { type SendTrayState, useSendTray } from './use-send-tray.ts'

type TestPageProps = { disabled: boolean; onRender: (tray: SendTrayState) => void }

function TestPage({ disabled, onRender }: TestPageProps) {
  const tray = useSendTray({ maxPictures: 4, maxBytes: 1_000 })
  onRender(tray)
  return (
    <PictureDropZone tray={tray} label="Message" disabled={disabled}>
      <textarea aria-label="Text" />
      <SendTray tray={tray} />
    </PictureDropZone>
  )
}

/** Renders a tray in its drop zone with a text field. Returns a reader of its files and alt texts. */
function renderTray(disabled = false) {
  let shown: SendTrayState | undefined
  render(
    <TestPage
      disabled={disabled}
      onRender={(tray) => {
        shown = tray
      }}
    />,
  )
  return () => (shown?.pictures ?? []).map(({ file, alt }) => (alt ? `${file.name} (${alt})` : file.name)).join(' ')
}

const field = () => screen.getByRole('textbox', { name: 'Text' })
const paste = (clipboardData: object) => fireEvent.paste(field(), { clipboardData })
const pasteFiles = (...names: string[]) => paste({ types: ['Files'], files: names.map((name) => aPictureFile(name)) })
/** Waits until the tray has these files. */
const findFiles = (listFiles: () => string, names: string) => waitFor(() => expect(listFiles()).toBe(names))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const drop = (files: File[], types = ['Files']) =>
  fireEvent.drop(field(), { dataTransfer: { types, files, dropEffect: 'none' } })

describe('the drop zone', () => {
  it('takes pasted and dropped files, and shows where to drop them', async () => {
    const listFiles = renderTray()
    pasteFiles('1.png')
    fireEvent.dragOver(field(), { dataTransfer: { types: ['Files'], dropEffect: 'none' } })
    expect(screen.getByText('Drop pictures here')).toBeVisible()
    drop([aPictureFile('2.png'), aPictureFile('3.png')])
    expect(screen.queryByText('Drop pictures here')).toBeNull()
    await findFiles(listFiles, '1.png 2.png 3.png')
  })

  it('leaves pasted text, also with a picture of it, and dragged text', async () => {
    const listFiles = renderTray()
    const picture = aPictureFile('text.png')
    expect(paste({ types: ['text/plain'], files: [] })).toBe(true)
    expect(paste({ types: ['text/plain', 'text/html', 'Files'], files: [picture] })).toBe(true)
    expect(drop([], ['text/plain'])).toBe(true)
    expect(listFiles()).toBe('')
    expect(paste({ types: ['text/html', 'Files'], files: [picture] })).toBe(false) // copied on a web page
    await findFiles(listFiles, 'text.png')
  })

  it('takes nothing while it is disabled', () => {
    const listFiles = renderTray(true)
    pasteFiles('1.png')
    drop([aPictureFile('2.png')])
    expect(listFiles()).toBe('')
  })
})

describe('the tray', () => {
  it('describes each picture', async () => {
    const listFiles = renderTray()
    pasteFiles('1.png', '2.png')
    await findFiles(listFiles, '1.png 2.png')
    await press('Add alt text to picture 2')
    await userEvent.type(screen.getByRole('textbox', { name: 'Alt text of picture 2' }), 'A hill')
    expect(listFiles()).toBe('1.png 2.png (A hill)')
    expect(screen.getByRole('img', { name: 'A hill' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit alt text of picture 2' })).toBeVisible()
  })

  it('orders pictures with buttons, which keep the focus', async () => {
    const listFiles = renderTray()
    pasteFiles('1.png', '2.png', '3.png')
    await findFiles(listFiles, '1.png 2.png 3.png')
    await press('Move picture 3 earlier')
    expect(listFiles()).toBe('1.png 3.png 2.png')
    expect(screen.getByRole('button', { name: 'Move picture 2 earlier' })).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('Picture is now 2 of 3')
    await press('Move picture 1 earlier') // the first one stays
    expect(listFiles()).toBe('1.png 3.png 2.png')
  })

  it('orders pictures by drag and drop', async () => {
    const listFiles = renderTray()
    pasteFiles('1.png', '2.png', '3.png')
    await findFiles(listFiles, '1.png 2.png 3.png')
    const data = new Map<string, string>()
    const dataTransfer = {
      get types() {
        return [...data.keys()]
      },
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
    }
    const [first, , third] = screen.getAllByRole('listitem')
    fireEvent.dragStart(third as HTMLElement, { dataTransfer })
    expect(fireEvent.dragOver(first as HTMLElement, { dataTransfer })).toBe(false)
    fireEvent.drop(first as HTMLElement, { dataTransfer })
    expect(listFiles()).toBe('3.png 1.png 2.png')
  })

  it('moves the focus to the next picture after a removal, and to the text after the last one', async () => {
    const listFiles = renderTray()
    pasteFiles('1.png', '2.png')
    await findFiles(listFiles, '1.png 2.png')
    await press('Remove picture 2')
    expect(listFiles()).toBe('1.png')
    expect(screen.getByRole('button', { name: 'Remove picture' })).toHaveFocus()
    await press('Remove picture')
    expect(field()).toHaveFocus()
  })

  it('refuses the fifth picture and other files with a reason', async () => {
    const listFiles = renderTray()
    drop([new File(['notes'], 'notes.txt', { type: 'text/plain' })])
    expect(await screen.findByRole('alert')).toHaveTextContent('“notes.txt” is not a JPEG, PNG, WebP or GIF picture.')
    pasteFiles('1.png', '2.png', '3.png', '4.png')
    await findFiles(listFiles, '1.png 2.png 3.png 4.png')
    expect(screen.queryByRole('alert')).toBeNull()
    pasteFiles('5.png')
    expect(await screen.findByRole('alert')).toHaveTextContent('You can add up to 4 pictures.')
    expect(listFiles()).toBe('1.png 2.png 3.png 4.png')
  })
})
