declare module 'kafkajs/src/network/requestQueue/index.js' {
  /** What of the client's queue of requests to one broker we need to know. */
  export default class RequestQueue {
    constructor(options: object)
    pending: readonly unknown[]
    throttledUntil: number
    throttleCheckTimeoutId: NodeJS.Timeout | null
    push(request: object): void
    fulfillRequest(answer: { correlationId: number; payload: unknown; size: number }): void
    scheduleCheckPendingRequests(): void
    checkPendingRequests(): void
  }
}
