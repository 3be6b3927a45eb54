type CommitListener = () => void

const listenersByStore = new WeakMap<object, Set<CommitListener>>()
const openTransactions = new WeakMap<object, { isSignalled: boolean }>()

/**
 * Calls `listener` after each commit whose transaction called `signalOnCommit`, like PostgreSQL's LISTEN, but only within
 * this process. `store` is the pool or the MongoDB database on which the transactions run.
 */
export function listenForCommitSignals(store: object, listener: CommitListener): Disposable {
  const listeners = listenersByStore.get(store) ?? new Set()
  listenersByStore.set(store, listeners.add(listener))
  return { [Symbol.dispose]: () => void listeners.delete(listener) }
}

/**
 * Signals the listeners of the store when the transaction `tx` commits, and never if it rolls back. `tx` is a PostgreSQL
 * client or a MongoDB session; outside of a transaction it is the store itself, and the signal is sent at once.
 */
export function signalOnCommit(tx: object): void {
  const transaction = openTransactions.get(tx)
  if (transaction) transaction.isSignalled = true
  else notifyListeners(tx)
}

/** Runs one attempt of a transaction, including its commit, and then sends the signal if `signalOnCommit` was called. */
export async function withCommitSignal<T>(store: object, tx: object, attempt: () => Promise<T>): Promise<T> {
  const transaction = { isSignalled: false }
  openTransactions.set(tx, transaction)
  try {
    const result = await attempt()
    if (transaction.isSignalled) notifyListeners(store)
    return result
  } finally {
    openTransactions.delete(tx)
  }
}

function notifyListeners(store: object): void {
  for (const listener of listenersByStore.get(store) ?? []) listener()
}
