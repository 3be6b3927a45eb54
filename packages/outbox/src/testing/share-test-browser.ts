import { afterEach, beforeEach } from '@jest/globals'
import { IDBFactory } from 'fake-indexeddb'
import type { PageOutboxDeps } from '../page/page-outbox.ts'
import { createFakeOutboxServer } from './fake-outbox-server.ts'
import { openTestOutbox, type TestOutbox } from './open-test-outbox.ts'

/** Gives each test of a file a new browser, with an empty database and a server, and stops the outboxes that it opens. */
export function shareTestBrowser() {
  let server = createFakeOutboxServer()
  const opened: TestOutbox[] = []
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory()
    server = createFakeOutboxServer()
  })
  afterEach(() => {
    for (const outbox of opened.splice(0)) outbox.stop()
  })
  return {
    get server() {
      return server
    },
    /** Opens the outbox of a page, or of another tab. */
    open(deps: Partial<PageOutboxDeps> = {}): TestOutbox {
      const outbox = openTestOutbox({ sendRequest: server.send, ...deps })
      opened.push(outbox)
      return outbox
    },
  }
}
