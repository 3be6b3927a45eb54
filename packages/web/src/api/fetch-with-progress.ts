type UploadRequest = {
  method: string
  headers: Headers
  body: FormData
  signal: AbortSignal | undefined
  /** Told which share has left, from 0 to 1. */
  onProgress: (share: number) => void
}

/** What `fetch` does, for a form, with news of how far it is: `fetch` itself tells nothing of that. */
export function fetchWithProgress(address: string, upload: UploadRequest): Promise<Response> {
  const { method, headers, body, signal, onProgress } = upload
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    headers.forEach((value, name) => void request.setRequestHeader(name, value))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    if (signal?.aborted) return reject(signal.reason)
    request.send(body)
  })
}
