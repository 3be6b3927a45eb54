/** A layer over the page (dialog, menu, viewer), which has an entry of its own in the history while it is open. */
type Layer = { id: number; close: () => void; hasEntry: boolean }

type EntryState = { key?: string; idx?: number; layer?: number } | null

/** The browser answers `history.back()` within milliseconds, unless there is nothing to go back to. */
const BACK_TIMEOUT_MS = 1_000

/** Property of `globalThis` with the one instance of all front ends: each brings its own copy of this package. */
const LAYERS_KEY = Symbol.for('meadow.historyLayers')
const shared = globalThis as { [LAYERS_KEY]?: HistoryLayers }

/**
 * Lets Back close the topmost layer, as on a phone. The entry of an open layer has the state and the URL of the page, and its
 * own id. The router never sees it: steps between a page and its layers are hidden from it, a page that it opens from a layer
 * takes the place of the layer, and a page that it replaces below a layer is replaced on the way back.
 */
class HistoryLayers {
  /** Open layers, the topmost last. */
  readonly #layers: Layer[] = []
  readonly #apply: (change: HistoryChange) => void
  #lastId = Date.now() // ids grow, also above those that earlier loads of this page left in the history
  #page = readPage()
  /** Ids of pages that the router replaced while a layer was open. Their own entries are corrected when Back reaches them. */
  readonly #replacedPages = new Set<string>()
  #backTimer: ReturnType<typeof setTimeout> | undefined
  /** Changes by the router during our own `history.back()`. Applied earlier, they would make it arrive at another entry. */
  #waitingChanges: HistoryChange[] = []

  constructor() {
    this.#apply = interceptHistoryChanges((change) => {
      if (this.#backTimer === undefined) this.#changePage(change)
      else this.#waitingChanges.push(change)
    })
    window.addEventListener('popstate', (event) => this.#handlePop(event), { capture: true })
    this.#update()
  }

  /** Registers an open layer, which Back closes by `close`. @returns removes it and its entry after it was closed */
  open(close: () => void): () => void {
    this.#lastId += 1
    const layer: Layer = { id: this.#lastId, close, hasEntry: false }
    this.#layers.push(layer)
    this.#update()
    return () => {
      const index = this.#layers.indexOf(layer)
      if (index < 0) return
      this.#layers.splice(index, 1)
      this.#updateSoon() // a menu item that opens a dialog closes the menu first: the dialog takes over its entry
    }
  }

  /** Applies a change by the router. */
  #changePage({ method, state, url }: HistoryChange) {
    const layer = readLayerId()
    if (layer === undefined) {
      this.#apply({ method, state, url })
    } else if (method === 'pushState') {
      this.#apply({ method: 'replaceState', state, url })
      this.#replacedPages.clear()
      for (const open of this.#layers) open.hasEntry = false
      this.#updateSoon()
    } else {
      this.#replacedPages.add(this.#page.id)
      this.#apply({ method, state: { ...(state as EntryState), layer }, url })
    }
    this.#page = readPage()
  }

  #handlePop(event: PopStateEvent) {
    this.#endBack()
    const arrived = readPage()
    const isReplaced = this.#replacedPages.has(arrived.id)
    if (isReplaced) this.#replaceArrived()
    if (isReplaced || arrived.id === this.#page.id) event.stopImmediatePropagation()
    else this.#page = arrived
    const current = readLayerId() ?? 0
    if (!current) this.#replacedPages.clear()
    const above = this.#layers.filter(({ id, hasEntry }) => hasEntry && id > current).reverse()
    for (const layer of above) {
      layer.hasEntry = false
      layer.close()
    }
    // A layer that does not close, such as a dialog that waits for a request, gets a new entry.
    if (above.length > 0) this.#updateSoon()
    else this.#update()
  }

  #replaceArrived() {
    const layer = readLayerId()
    this.#apply({ method: 'replaceState', state: { ...this.#page.state, layer }, url: this.#page.url })
  }

  #updateSoon() {
    setTimeout(() => this.#update())
  }

  /** Adds an entry for each open layer, and goes back from the entry of a layer that was closed. */
  #update() {
    if (this.#backTimer !== undefined) return
    const current = readLayerId()
    const isClosed = current !== undefined && !this.#layers.some(({ id, hasEntry }) => hasEntry && id === current)
    const next = this.#layers.find(({ hasEntry }) => !hasEntry)
    if (next) {
      const state = { ...(history.state as EntryState), layer: next.id }
      this.#apply({ method: isClosed ? 'replaceState' : 'pushState', state, url: undefined })
      next.hasEntry = true
      this.#update()
    } else if (isClosed) {
      this.#goBack()
    } else {
      for (const change of this.#waitingChanges.splice(0)) this.#changePage(change)
    }
  }

  #goBack() {
    this.#backTimer = setTimeout(() => {
      this.#endBack()
      this.#apply({
        method: 'replaceState',
        state: { ...(history.state as EntryState), layer: undefined },
        url: undefined,
      })
      this.#update()
    }, BACK_TIMEOUT_MS)
    history.back()
  }

  #endBack() {
    clearTimeout(this.#backTimer)
    this.#backTimer = undefined
  }
}

const readLayerId = () => (history.state as EntryState)?.layer

/** Reads the page of the current entry. Entries of its layers have the same id. */
function readPage() {
  const { layer: _, ...state } = (history.state as EntryState) ?? {}
  const url = location.href
  return { id: [state.idx, state.key, url].join(' '), state, url }
}

const getHistoryLayers = () => (shared[LAYERS_KEY] ??= new HistoryLayers())

/** Registers an open layer, which Back closes by `close`. @returns removes it and its entry after it was closed */
export function openHistoryLayer(close: () => void): () => void {
  return getHistoryLayers().open(close)
}

/** Prepares the history for layers. If a layer was open when the page was reloaded, goes back from its entry to the page. */
export function startHistoryLayers(): void {
  getHistoryLayers()
}

type HistoryChange = {
  method: 'pushState' | 'replaceState'
  state: unknown
  url: string | URL | null | undefined
}

/**
 * Gives all calls of `history.pushState` and `history.replaceState` to `handle` instead of the browser.
 * @returns changes the history in the browser
 */
function interceptHistoryChanges(handle: (change: HistoryChange) => void): (change: HistoryChange) => void {
  const original = {
    pushState: history.pushState.bind(history),
    replaceState: history.replaceState.bind(history),
  }
  for (const method of ['pushState', 'replaceState'] as const)
    history[method] = (state, _unused, url) => handle({ method, state, url })
  return ({ method, state, url }) => original[method](state, '', url)
}
