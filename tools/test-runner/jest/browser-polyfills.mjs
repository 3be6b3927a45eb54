import '@testing-library/jest-dom/jest-globals'
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 30_000 }) // only a failure on a busy machine takes this long

/** The methods of observers that never observe anything. jsdom lacks these and the other browser APIs below. */
const inertObserver = { observe() {}, unobserve() {}, disconnect() {}, takeRecords: () => [] }
globalThis.IntersectionObserver ??= function IntersectionObserver() {
  Object.assign(this, inertObserver)
}
globalThis.ResizeObserver ??= function ResizeObserver() {
  Object.assign(this, inertObserver)
}

globalThis.PerformanceObserver ??= function PerformanceObserver() {
  Object.assign(this, inertObserver)
}

globalThis.matchMedia ??= (media) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
})

performance.getEntriesByType ??= () => []
URL.createObjectURL ??= (file) => `blob:test/${file.name ?? ''}`
URL.revokeObjectURL ??= () => {}
Blob.prototype.arrayBuffer ??= function arrayBuffer() {
  const { promise, resolve, reject } = Promise.withResolvers()
  const reader = new FileReader()
  reader.onload = () => resolve(reader.result)
  reader.onerror = () => reject(reader.error)
  reader.readAsArrayBuffer(this)
  return promise
}
Element.prototype.scrollIntoView ??= () => {}
window.scrollTo = () => {}

const dialog = HTMLDialogElement.prototype
dialog.show ??= function show() {
  this.open = true
}
dialog.showModal ??= dialog.show
dialog.close ??= function close(value) {
  if (!this.open) return
  this.open = false
  if (value !== undefined) this.returnValue = value
  this.dispatchEvent(new Event('close'))
}

const element = HTMLElement.prototype
element.showPopover ??= function showPopover() {
  togglePopover(this, true)
}
element.hidePopover ??= function hidePopover() {
  togglePopover(this, false)
}
element.togglePopover ??= function toggle(force) {
  togglePopover(this, force ?? !this.hasAttribute('data-popover-open'))
}

function togglePopover(popover, open) {
  popover.toggleAttribute('data-popover-open', open)
  const event = new Event('toggle')
  const [newState, oldState] = open ? ['open', 'closed'] : ['closed', 'open']
  popover.dispatchEvent(Object.assign(event, { newState, oldState }))
}
