declare module 'web-push' {
  type RequestDetails = { method: 'POST'; endpoint: string; headers: Record<string, string | number>; body: Buffer }

  /** The functions that we use of web-push. Pushes are sent by a client of our own. */
  const webPush: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        TTL: number
        urgency: 'very-low' | 'low' | 'normal' | 'high'
        topic: string
        contentEncoding: 'aes128gcm'
        vapidDetails: null
        headers: Record<string, string>
      },
    ): RequestDetails
    getVapidHeaders(
      audience: string,
      subject: string,
      publicKey: string,
      privateKey: string,
      contentEncoding: 'aes128gcm',
      expirationSeconds: number,
    ): { Authorization: string }
  }
  export default webPush
}
