/** Gives elements a height, which jsdom does not know: rows of lists 50 px, all others 800. */
export function layOut(): void {
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
    configurable: true,
    get(this: HTMLElement) {
      return this.dataset['index'] === undefined ? 800 : 50
    },
  })
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, value: 800 })
}
