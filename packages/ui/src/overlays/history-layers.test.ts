import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { openHistoryLayer, startHistoryLayers } from './history-layers.ts'

let idx = 0
const opened = new Set<() => void>()
const routerSaw = jest.fn<(path: string) => void>()
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The history calls of React Router. */
const navigate = (path: string) => {
  idx += 1
  history.pushState({ idx, key: `key-${idx}`, usr: null }, '', path)
}
const replace = (path: string) => {
  history.replaceState({ idx: history.state?.idx, key: `replaced-${path}`, usr: null }, '', path)
}

/** Opens a layer that closes when it is told to, as a dialog does. */
function openLayer({ isBusy }: { isBusy?: () => boolean } = {}) {
  const closed = jest.fn()
  const close = () => {
    remove()
    opened.delete(close)
  }
  const remove = openHistoryLayer(() => {
    if (isBusy?.()) return
    closed()
    close()
  })
  opened.add(close)
  return { closed, close }
}

/** Waits until the browser and the layers have applied everything: they need a few tasks, however long these take. */
async function settle() {
  for (let task = 0; task < 30; task += 1) await wait(0)
}

async function back() {
  history.back()
  await settle()
}

startHistoryLayers()
window.addEventListener('popstate', () => routerSaw(location.pathname))

beforeEach(async () => {
  navigate('/start')
  navigate('/page')
  await settle()
  routerSaw.mockClear()
})
afterEach(async () => {
  for (const close of opened) close()
  await settle()
})

describe('Back', () => {
  it('closes the layer and stays on the page, without a word to the router', async () => {
    const layer = openLayer()
    await back()
    expect(layer.closed).toHaveBeenCalledTimes(1)
    expect(location.pathname).toBe('/page')
    expect(routerSaw).not.toHaveBeenCalled()
  })

  it('closes layers one by one, the topmost first', async () => {
    const [lower, upper] = [openLayer(), openLayer()]
    await back()
    expect([lower.closed.mock.calls.length, upper.closed.mock.calls.length]).toEqual([0, 1])
    await back()
    expect(lower.closed).toHaveBeenCalledTimes(1)
    expect(location.pathname).toBe('/page')
  })

  it('pressed twice quickly closes the layer and leaves the page', async () => {
    const layer = openLayer()
    history.go(-2) // jsdom starts both steps at the same entry; tools/e2e/phone.test.ts presses twice
    await settle()
    expect(layer.closed).toHaveBeenCalledTimes(1)
    expect(location.pathname).toBe('/start')
    expect(routerSaw).toHaveBeenCalledWith('/start')
  })

  it('leaves the page after its layer was closed by its own button', async () => {
    openLayer().close()
    await settle()
    expect(history.state.layer).toBeUndefined()
    expect(routerSaw).not.toHaveBeenCalled()
    await back()
    expect(location.pathname).toBe('/start')
  })

  it('leaves the page after all its layers were closed together', async () => {
    const layers = [openLayer(), openLayer(), openLayer()]
    for (const layer of layers.reverse()) layer.close()
    await settle()
    await back()
    expect(location.pathname).toBe('/start')
  })

  it('closes the dialog that a closed menu opened', async () => {
    const menu = openLayer()
    menu.close()
    const dialog = openLayer()
    await settle()
    await back()
    expect(dialog.closed).toHaveBeenCalledTimes(1)
    expect(location.pathname).toBe('/page')
    await back()
    expect(location.pathname).toBe('/start')
  })

  it('closes a layer whose lower layer was closed first', async () => {
    const [lower, upper] = [openLayer(), openLayer()]
    lower.close()
    await settle()
    await back()
    expect(upper.closed).toHaveBeenCalledTimes(1)
    await back()
    expect(location.pathname).toBe('/start')
  })

  it('is answered again and again by a layer that is busy', async () => {
    let isBusy = true
    const layer = openLayer({ isBusy: () => isBusy })
    await back()
    await back()
    expect(location.pathname).toBe('/page')
    isBusy = false
    await back()
    expect(layer.closed).toHaveBeenCalledTimes(1)
    expect(location.pathname).toBe('/page')
  })
})

describe('navigation from a layer', () => {
  it('takes the place of the layer: Back returns to the page at once', async () => {
    const layer = openLayer()
    navigate('/other')
    layer.close()
    await settle()
    expect(location.pathname).toBe('/other')
    await back()
    expect(location.pathname).toBe('/page')
    expect(history.state.layer).toBeUndefined()
    await back()
    expect(location.pathname).toBe('/start')
  })

  it('is not undone by the way back of a layer that has just closed', async () => {
    openLayer().close()
    await wait(0)
    navigate('/other')
    await settle()
    expect(location.pathname).toBe('/other')
    await back()
    expect(location.pathname).toBe('/page')
  })

  it('keeps Back for a layer that stays open on the other page', async () => {
    const layer = openLayer()
    navigate('/other')
    await settle()
    await back()
    expect(layer.closed).toHaveBeenCalledTimes(1)
    expect(location.pathname).toBe('/other')
  })

  it('that replaces the page leaves nothing of it, as after a deleted post', async () => {
    const menu = openLayer()
    menu.close()
    const confirmation = openLayer()
    await settle()
    replace('/home')
    confirmation.close()
    await settle()
    expect(location.pathname).toBe('/home')
    expect(history.state).toMatchObject({ key: 'replaced-/home' })
    expect(routerSaw).not.toHaveBeenCalled()
    await back()
    expect(location.pathname).toBe('/start')
  })

  it('that replaces the state of the page keeps its layer open', async () => {
    const layer = openLayer()
    replace('/page')
    await settle()
    expect(layer.closed).not.toHaveBeenCalled()
    await back()
    expect(layer.closed).toHaveBeenCalledTimes(1)
    expect(history.state).toMatchObject({ key: 'replaced-/page' })
    expect(history.state.layer).toBeUndefined()
    expect(routerSaw).not.toHaveBeenCalled()
  })

  it('from the upper of two layers returns to the page', async () => {
    const layers = [openLayer(), openLayer()]
    navigate('/other')
    for (const layer of layers) layer.close()
    await settle()
    await back()
    expect(location.pathname).toBe('/page')
    expect(history.state.layer).toBeUndefined()
    await back()
    expect(location.pathname).toBe('/start')
  })
})

it('skips the entry of a closed layer on Forward', async () => {
  openLayer()
  await back()
  history.forward()
  await settle()
  expect(location.pathname).toBe('/page')
  expect(history.state.layer).toBeUndefined()
  expect(routerSaw).not.toHaveBeenCalled()
})
