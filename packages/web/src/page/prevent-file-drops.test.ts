import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { preventFileDrops } from './prevent-file-drops.ts'

let stop = () => {}
beforeEach(() => {
  stop = preventFileDrops()
})
afterEach(() => stop())

/** Dispatches a drag event at an element of the page. Returns it. */
function drag(type: string, types: string[], target: Element = document.body) {
  const event = new Event(type, { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types, dropEffect: 'copy' } })
  target.dispatchEvent(event)
  return event as DragEvent
}

it('prevents a dropped file from replacing the page, and shows that it cannot be dropped', () => {
  for (const type of ['dragenter', 'dragover', 'drop']) {
    const event = drag(type, ['Files'])
    expect(event.defaultPrevented).toBe(true)
    expect(event.dataTransfer?.dropEffect).toBe('none')
  }
})

it('leaves text, and files over an element that takes them', () => {
  expect(drag('dragover', ['text/plain']).defaultPrevented).toBe(false)
  const zone = document.body.appendChild(document.createElement('div'))
  zone.addEventListener('dragover', (event) => event.preventDefault())
  expect(drag('dragover', ['Files'], zone).dataTransfer?.dropEffect).toBe('copy')
  zone.remove()
})

it('ends when it is stopped', () => {
  stop()
  expect(drag('drop', ['Files']).defaultPrevented).toBe(false)
})
