/** A layer over the page (dialog, menu, viewer) with an entry of its own in the history of the window. */
type Layer = { id: number; close: () => void; hasEntry: boolean }

type HistoryState = { layer?: number } | null

/** Open layers, the topmost last. One list for all front ends: each brings its own copy of this package. */
const LAYERS_KEY = Symbol.for('meadow.historyLayers')
const shared = globalThis as { [LAYERS_KEY]?: HistoryLayers }

/**
 * Lets Back close the topmost layer, as on a phone: an open layer has an entry in the history, which is removed when the layer
 * closes by other means. An entry whose layer is gone (after a reload or a navigation) is skipped.
 */
class HistoryLayers {
  readonly #open: Layer[] = []
  #lastId = Date.now() // ids of earlier loads of this page are in the history
  #isGoingBack = false

  constructor() {
    window.addEventListener('popstate', () => this.#handlePop(), { capture: true })
  }

  /** Opens a layer. @returns closes it */
  open(close: () => void): () => void {
    this.#lastId += 1
    const layer: Layer = { id: this.#lastId, close, hasEntry: false }
    this.#open.push(layer)
    this.#update()
    return () => {
      if (!this.#remove(layer)) return
      // A menu item that opens a dialog closes the menu first: the dialog takes over its entry.
      setTimeout(() => this.#update())
    }
  }

  #remove(layer: Layer): boolean {
    const index = this.#open.indexOf(layer)
    if (index >= 0) this.#open.splice(index, 1)
    return index >= 0
  }

  #handlePop() {
    this.#isGoingBack = false
    const current = readLayerId() ?? 0
    for (const layer of this.#open.filter(({ id, hasEntry }) => hasEntry && id > current).reverse()) {
      this.#remove(layer)
      layer.close()
    }
    this.#update()
  }

  /** Brings the history to the open layers. */
  #update() {
    if (this.#isGoingBack) return
    const current = readLayerId()
    const next = this.#open.find(({ hasEntry }) => !hasEntry)
    const isGone = current !== undefined && !this.#open.some(({ id }) => id === current)
    if (next) {
      const state = { ...(history.state as HistoryState), layer: next.id }
      if (isGone) history.replaceState(state, '')
      else history.pushState(state, '')
      next.hasEntry = true
      this.#update()
    } else if (isGone) {
      this.#isGoingBack = true
      history.back()
    }
  }
}

const readLayerId = () => (history.state as HistoryState)?.layer

/** Opens a layer that Back closes. @returns removes it, when it was closed by other means */
export function openHistoryLayer(close: () => void): () => void {
  shared[LAYERS_KEY] ??= new HistoryLayers()
  return shared[LAYERS_KEY].open(close)
}
