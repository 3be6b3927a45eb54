declare module 'kafkajs/src/network/requestQueue/index.js' {
  /** The members that the patch uses of kafkajs' queue of requests to one broker. */
  export default class RequestQueue {
    constructor(options: object)
    pending: readonly unknown[]
    throttledUntil: number
    throttleCheckTimeoutId: NodeJS.Timeout | null
    push(request: object): void
    fulfillRequest(response: { correlationId: number; payload: unknown; size: number }): void
    scheduleCheckPendingRequests(): void
    checkPendingRequests(): void
  }
}
