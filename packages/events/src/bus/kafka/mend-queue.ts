import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'

const LOOK_MS = 10

/**
 * The client (2.2.4) looks at its queue each millisecond for as long as a connection lives, whether or not a request
 * waits, by timers set to moments that have passed: 1 % of a core for each connection. Here it looks when one waits.
 */
RequestQueue.prototype.scheduleCheckPendingRequests = function scheduleWhenSomeWait() {
  if (this.throttleCheckTimeoutId || this.pending.length === 0) return
  const look = () => {
    this.throttleCheckTimeoutId = null
    this.checkPendingRequests()
  }
  this.throttleCheckTimeoutId = setTimeout(look, Math.max(LOOK_MS, this.throttledUntil - Date.now()))
}
