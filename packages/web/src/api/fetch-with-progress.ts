type UploadRequest = {
  method: string
  headers: Headers
  body: FormData
  signal: AbortSignal | undefined
  /** Receives the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Sends a form like `fetch`, but reports the upload progress, which `fetch` cannot. */
export function fetchWithProgress(url: string, upload: UploadRequest): Promise<Response> {
  const { method, headers, body, signal, onProgress } = upload
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
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
