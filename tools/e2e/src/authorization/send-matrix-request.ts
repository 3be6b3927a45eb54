import type { Call } from '@meadow/contracts'
import type { MatrixRequest } from './call-matrix.ts'

/** Sends a call of the matrix, with the access token of its caller, if they have one. Resolves with any response. */
export async function sendMatrixRequest(
  url: string,
  { method, path }: Pick<Call, 'method' | 'path'>,
  { params = {}, query, body }: MatrixRequest,
  token: string | undefined,
): Promise<Response> {
  const filledPath = path.replaceAll(/:(\w+)/g, (_, field: string) => params[field] ?? '')
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return await fetch(`${url}/api${filledPath}${search}`, {
    method: method.toUpperCase(),
    headers: {
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  })
}
